import { Refusal } from '../errors/problems.ts';

/** How many lanes of one batcher run at once: each uses a connection. */
const LANES_AT_ONCE = 2;
/** How long a lane may try its items one by one before the next lane has its turn. */
const TURN_MS = 500;
/** How long an item waits for locks that others hold. With the first batch it is ten seconds. */
const BANK_LEASE_MS = 9_000;
const RETRY_AFTER_SECONDS = 1;

/** An item of a batch and the promise of its caller. */
export interface BatchEntry<Item, Value> {
  readonly item: Item;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** What a run of several entries left open: those without a result, and the error of the run. */
export interface Attempt<Item, Value> {
  readonly left: readonly BatchEntry<Item, Value>[];
  readonly error?: unknown;
}

export interface LanesOptions<Item, Value> {
  /** Runs entries together with short time limits and gives each its result. */
  readonly attempt: (entries: readonly BatchEntry<Item, Value>[]) => Promise<Attempt<Item, Value>>;
  /** Items of one lane wait for each other's locks; without it each item has its own lane. */
  readonly laneOf: ((item: Item) => string) | undefined;
  /** How many items a lane holds; a further one is refused with `overloaded`. */
  readonly itemsMax: number;
  readonly isOutage: (error: unknown) => boolean;
  readonly isContention: (error: unknown) => boolean;
}

/** Where the items of a failed batch are tried again, apart from the other batches. */
export interface Lanes<Item, Value> {
  /** Takes the entries of a batch that failed as a whole. */
  open(entries: readonly BatchEntry<Item, Value>[]): void;
  /** Takes an entry whose lane is open already; false when there is no such lane. */
  join(entry: BatchEntry<Item, Value>): boolean;
}

interface WaitingEntry<Item, Value> extends BatchEntry<Item, Value> {
  readonly deadline: number;
  /** What its caller gets when the time is over: its own error once it was tried alone. */
  lastError: unknown;
}

interface Lane<Item, Value> {
  readonly name: string | symbol;
  entries: WaitingEntry<Item, Value>[];
}

/**
 * Tries the items of failed batches again, each lane by itself: first the whole lane, then its
 * items one by one. Only the bad item gets the error of a bug. An item that waits for a lock is
 * tried again in its lane's next turn until its time is over. It holds no connection in between,
 * so a stuck lane delays no other for longer than a turn.
 */
export function createLanes<Item, Value>(options: LanesOptions<Item, Value>): Lanes<Item, Value> {
  const lanes = new Map<string | symbol, Lane<Item, Value>>();
  const queue: Lane<Item, Value>[] = [];
  let running = 0;

  function add(name: string | symbol, entry: BatchEntry<Item, Value>): void {
    let lane = lanes.get(name);
    if (!lane) {
      lane = { name, entries: [] };
      lanes.set(name, lane);
      queue.push(lane);
    }
    const lastError = new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (lane.entries.length >= options.itemsMax) entry.reject(lastError);
    else lane.entries.push({ ...entry, deadline: performance.now() + BANK_LEASE_MS, lastError });
  }

  function work(): void {
    while (running < LANES_AT_ONCE) {
      const lane = queue.shift();
      if (!lane) return;
      running += 1;
      void runTurn(options, lane).finally(() => {
        running -= 1;
        if (lane.entries.length > 0) queue.push(lane);
        else lanes.delete(lane.name);
        work();
      });
    }
  }

  return {
    open(entries) {
      for (const entry of entries) add(options.laneOf?.(entry.item) ?? Symbol(), entry);
      work();
    },
    join(entry) {
      const name = options.laneOf?.(entry.item);
      if (name === undefined || !lanes.has(name)) return false;
      add(name, entry);
      return true;
    },
  };
}

async function runTurn<Item, Value>(
  options: LanesOptions<Item, Value>,
  lane: Lane<Item, Value>,
): Promise<void> {
  const endsAt = performance.now() + TURN_MS;
  if (lane.entries.length > 1 && (await runTogether(options, lane))) return;
  const triesMax = lane.entries.length;
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (tries > 0 && performance.now() >= endsAt) break;
    await runFirst(options, lane);
  }
  rejectLate(lane);
}

/** @returns whether the lane's items went through together. */
async function runTogether<Item, Value>(
  options: LanesOptions<Item, Value>,
  lane: Lane<Item, Value>,
): Promise<boolean> {
  const together = lane.entries;
  lane.entries = [];
  const { left, error } = await options.attempt(together);
  if (error !== undefined && options.isOutage(error)) {
    for (const entry of together) entry.reject(error);
    return true;
  }
  const open = new Set<BatchEntry<Item, Value>>(left);
  lane.entries = [...together.filter((entry) => open.has(entry)), ...lane.entries];
  return error === undefined;
}

/** Tries the first entry alone; one that waits for a lock goes to the end of its lane. */
async function runFirst<Item, Value>(
  options: LanesOptions<Item, Value>,
  lane: Lane<Item, Value>,
): Promise<void> {
  const entry = lane.entries.shift();
  if (!entry) return;
  const { left, error } = await options.attempt([entry]);
  if (left.length === 0) return;
  if (error !== undefined && !options.isContention(error)) {
    entry.reject(error);
    return;
  }
  if (error !== undefined) entry.lastError = error;
  lane.entries.push(entry);
}

function rejectLate<Item, Value>(lane: Lane<Item, Value>): void {
  const now = performance.now();
  for (const entry of lane.entries) if (entry.deadline <= now) entry.reject(entry.lastError);
  lane.entries = lane.entries.filter((entry) => entry.deadline > now);
}
