import { type Bounds, type IntentRecord, type IntentRecords, IntentWorld } from './intent-world.ts';

/** An empty table of the records of one charge, as the stores of changes and cancellations. */
export function memoryRecords({ kind }: Pick<Bounds, 'kind'>): IntentRecords {
  let open: IntentRecord | undefined;
  const isSame = (record: IntentRecord) =>
    open?.requestedAt === record.requestedAt && open.leasedUntil === record.leasedUntil;
  return {
    async insert(record) {
      if (open && kind !== 'joined') return undefined;
      const leasedUntil = Math.min(record.leasedUntil, open?.leasedUntil ?? record.leasedUntil);
      open = { ...record, leasedUntil, isRepeat: open !== undefined };
      return open;
    },
    async claim(at, until) {
      if (!open || open.leasedUntil > at) return undefined;
      open = { ...open, leasedUntil: until };
      return open;
    },
    async take(record) {
      const isMine = kind === 'once' ? open !== undefined : isSame(record);
      if (isMine) open = undefined;
      return isMine;
    },
    async takeAll() {
      open = undefined;
    },
    open: async () => open,
  };
}

/**
 * Walks through every order of steps in a world, and leaves out the steps after a state that it has
 * seen. Throws the first step that the law forbids.
 * @returns the number of states.
 */
export async function exploreIntents(bounds: Bounds): Promise<number> {
  const seen = new Set<string>();
  const paths: (readonly number[])[] = [[]];
  for (let path = paths.pop(); path; path = paths.pop()) {
    const world = new IntentWorld(bounds, memoryRecords(bounds));
    await walk(world, { path, paths, seen });
  }
  return seen.size;
}

/** Takes the steps of a path, then always the first one, and adds the others to `paths`. */
async function walk(
  world: IntentWorld,
  {
    path,
    paths,
    seen,
  }: { path: readonly number[]; paths: (readonly number[])[]; seen: Set<string> },
): Promise<void> {
  const taken: number[] = [];
  for (;;) {
    const steps = await world.steps();
    const isNew = taken.length >= path.length;
    if (isNew) {
      const key = await world.key();
      if (seen.has(key)) return;
      seen.add(key);
      for (let other = steps.length - 1; other > 0; other -= 1) paths.push([...taken, other]);
    }
    const choice = path[taken.length] ?? 0;
    const step = steps[choice];
    if (!step) return world.settle();
    taken.push(choice);
    world.log.push(step[0]);
    await step[1]();
  }
}
