import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AreaMutation, mutantOf, ROOT, readMutations } from './tool/mutation.ts';
import { openWorkbench, type Workbench } from './tool/workbench.ts';

/**
 * Breaks the money code in each listed way, one break at a time, in a copy of the working tree,
 * and runs the tests that must fail. Prints the breaks that no test noticed and then ends with 1.
 * First it runs the tests without a break. Words choose areas and parts of paths of code and tests.
 *
 * Not Stryker: its breaks are of fixed kinds (an SQL text becomes empty, which every test notices),
 * and since version 4 it takes no breaks of one's own.
 */
const AT_ONCE = Number(process.env.MUTATION_WORKERS ?? 2);

const words = process.argv.slice(2);
const mutations = (await readMutations()).filter(
  ({ area, file, tests }) =>
    words.length === 0 ||
    words.some((word) => area === word || [file, ...tests].some((path) => path.includes(word))),
);
if (mutations.length === 0) throw new Error('no mutation has this area or file');
// The working tree may be edited while the tool runs.
const lines = new Map(mutations.map((one) => [one, mutantOf(one).line]));
const testFiles = [...new Set(mutations.flatMap(({ tests }) => tests))];
for (const file of testFiles)
  if (!existsSync(join(ROOT, file))) throw new Error(`there is no ${file}`);

const startedAt = Date.now();
const secondsSince = (start: number): string => `${Math.round((Date.now() - start) / 1_000)} s`;
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => stopping.abort(new Error(`ended by ${name}`)));
const folder = mkdtempSync(join(tmpdir(), 'pix-gateway-mutations-'));
const benches: Workbench[] = [];
try {
  for (let number = 0; number < AT_ONCE; number += 1)
    benches.push(await openWorkbench(join(folder, `${number}`), stopping.signal));
  const failing = await shareOut(testFiles, failsUnbroken);
  const isUsable = ({ tests }: AreaMutation) => !tests.some((one) => failing.includes(one));
  const survivors = [
    ...mutations.filter((one) => !isUsable(one)),
    ...(await shareOut(mutations.filter(isUsable), survives)),
  ];
  const killed = mutations.length - survivors.length;
  if (failing.length > 0) console.log(`fail without a break: ${failing.join(', ')}`);
  console.log(`${killed} of ${mutations.length} are killed, in ${secondsSince(startedAt)}.`);
  for (const one of survivors) console.log(`survivor: ${placeOf(one)}: ${one.why}`);
  if (survivors.length > 0) process.exitCode = 1;
} finally {
  for (const bench of benches) await bench.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Gives the items to the benches, each to the next free one, and returns those that are `bad`. */
async function shareOut<Item>(
  items: readonly Item[],
  isBad: (bench: Workbench, item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const queue = items.values();
  const bad: Item[] = [];
  const work = async (bench: Workbench): Promise<void> => {
    for (const item of queue) if (await isBad(bench, item)) bad.push(item);
  };
  await Promise.all(benches.map(work));
  return bad;
}

async function failsUnbroken(bench: Workbench, file: string): Promise<boolean> {
  const start = Date.now();
  const result = await bench.test(file);
  const detail = result.kind === 'failed' ? result.test : result.kind === 'broken' && result.reason;
  console.log(
    `${result.kind === 'passed' ? 'passes' : 'FAILS'}    ${file}, ${secondsSince(start)}`,
  );
  if (detail) console.log(`         ${detail}`);
  return result.kind !== 'passed';
}

async function survives(bench: Workbench, mutation: AreaMutation): Promise<boolean> {
  const start = Date.now();
  for (const file of mutation.tests) {
    const result = await bench.test(file, mutation);
    if (result.kind === 'failed') {
      console.log(`killed   ${placeOf(mutation)}, ${secondsSince(start)}: ${result.test}`);
      continue;
    }
    const reason = result.kind === 'passed' ? 'all tests pass' : result.reason;
    console.log(`SURVIVED ${placeOf(mutation)}, ${secondsSince(start)}: ${file}: ${reason}`);
    return true;
  }
  return false;
}

function placeOf(mutation: AreaMutation): string {
  return `${mutation.area} ${mutation.file}:${lines.get(mutation)}`;
}
