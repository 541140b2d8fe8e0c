import { Refusal } from '../errors/problems.ts';
import type { SpanHolder } from '../telemetry/traced-work.ts';

/** How many queues of one batcher run at once: each uses a connection. */
const QUEUES_AT_ONCE = 2;
/** How long a queue may try its items one by one before the next queue has its turn. */
const TURN_MS = 500;
/** How long an item waits for locks of others. With the first batch it is ten seconds. */
const LOCK_WAIT_MS = 9_000;
const RETRY_AFTER_SECONDS = 1;

/** An item of a batch and the promise of its caller. */
export interface BatchEntry<Item, Value> {
  readonly item: Item;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
  /** The span of the request, while telemetry is on. */
  readonly cause: SpanHolder | undefined;
}

/** The result of a run of several entries: the entries without a result, and the run's error. */
export interface Attempt<Item, Value> {
  readonly left: readonly BatchEntry<Item, Value>[];
  readonly error?: unknown;
}

export interface RetryOptions<Item, Value> {
  /** Runs entries together with short time limits and gives each its result. */
  readonly attempt: (entries: readonly BatchEntry<Item, Value>[]) => Promise<Attempt<Item, Value>>;
  /** Items of one queue wait for each other's locks; without it each item has its own queue. */
  readonly queueOf: ((item: Item) => string) | undefined;
  /** How many items a queue holds; a further one is refused with `overloaded`. */
  readonly itemsMax: number;
  readonly isOutage: (error: unknown) => boolean;
  readonly isContention: (error: unknown) => boolean;
}

/** The items of failed batches, which are tried again apart from the other batches. */
export interface RetryQueues<Item, Value> {
  /** Takes the entries of a batch that failed as a whole. */
  open(entries: readonly BatchEntry<Item, Value>[]): void;
  /** Takes an entry whose queue is open already; false when there is no such queue. */
  join(entry: BatchEntry<Item, Value>): boolean;
}

interface WaitingEntry<Item, Value> extends BatchEntry<Item, Value> {
  readonly deadline: number;
  /** The error for the caller when the deadline has passed: its own once it was tried alone. */
  lastError: unknown;
}

interface RetryQueue<Item, Value> {
  readonly name: string | symbol;
  entries: WaitingEntry<Item, Value>[];
}

/**
 * Tries the items of failed batches again, each queue separately: first the whole queue, then its
 * items one by one. Only the item that causes an error fails with it. An item that waits for a lock
 * is tried again in its queue's next turn until its deadline. It holds no connection in between, so
 * a blocked queue delays other queues by one turn at most.
 */
export function createRetryQueues<Item, Value>(
  options: RetryOptions<Item, Value>,
): RetryQueues<Item, Value> {
  const queues = new Map<string | symbol, RetryQueue<Item, Value>>();
  const turns: RetryQueue<Item, Value>[] = [];
  let running = 0;

  function add(name: string | symbol, entry: BatchEntry<Item, Value>): void {
    let queue = queues.get(name);
    if (!queue) {
      queue = { name, entries: [] };
      queues.set(name, queue);
      turns.push(queue);
    }
    const lastError = new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (queue.entries.length >= options.itemsMax) entry.reject(lastError);
    else queue.entries.push({ ...entry, deadline: performance.now() + LOCK_WAIT_MS, lastError });
  }

  function work(): void {
    while (running < QUEUES_AT_ONCE) {
      const queue = turns.shift();
      if (!queue) return;
      running += 1;
      void runTurn(options, queue).finally(() => {
        running -= 1;
        if (queue.entries.length > 0) turns.push(queue);
        else queues.delete(queue.name);
        work();
      });
    }
  }

  return {
    open(entries) {
      for (const entry of entries) add(options.queueOf?.(entry.item) ?? Symbol(), entry);
      work();
    },
    join(entry) {
      const name = options.queueOf?.(entry.item);
      if (name === undefined || !queues.has(name)) return false;
      add(name, entry);
      return true;
    },
  };
}

async function runTurn<Item, Value>(
  options: RetryOptions<Item, Value>,
  queue: RetryQueue<Item, Value>,
): Promise<void> {
  const endsAt = performance.now() + TURN_MS;
  if (queue.entries.length > 1 && (await runTogether(options, queue))) return;
  const attemptsMax = queue.entries.length;
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    if (attempts > 0 && performance.now() >= endsAt) break;
    await runFirst(options, queue);
  }
  rejectExpired(queue);
}

/** @returns whether the items of the queue succeeded together. */
async function runTogether<Item, Value>(
  options: RetryOptions<Item, Value>,
  queue: RetryQueue<Item, Value>,
): Promise<boolean> {
  const together = queue.entries;
  queue.entries = [];
  const { left, error } = await options.attempt(together);
  if (error !== undefined && options.isOutage(error)) {
    for (const entry of together) entry.reject(error);
    return true;
  }
  const open = new Set<BatchEntry<Item, Value>>(left);
  queue.entries = [...together.filter((entry) => open.has(entry)), ...queue.entries];
  return error === undefined;
}

/** Tries the first entry alone. If it waits for a lock, it moves to the end of its queue. */
async function runFirst<Item, Value>(
  options: RetryOptions<Item, Value>,
  queue: RetryQueue<Item, Value>,
): Promise<void> {
  const entry = queue.entries.shift();
  if (!entry) return;
  const { left, error } = await options.attempt([entry]);
  if (left.length === 0) return;
  if (error !== undefined && !options.isContention(error)) {
    entry.reject(error);
    return;
  }
  if (error !== undefined) entry.lastError = error;
  queue.entries.push(entry);
}

function rejectExpired<Item, Value>(queue: RetryQueue<Item, Value>): void {
  const now = performance.now();
  for (const entry of queue.entries) if (entry.deadline <= now) entry.reject(entry.lastError);
  queue.entries = queue.entries.filter((entry) => entry.deadline > now);
}
