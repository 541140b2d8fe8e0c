import { Refusal } from '../errors/problems.ts';
import { currentSpan, type SpanHolder, traced } from '../telemetry/traced-work.ts';
import { type Attempt, type BatchEntry, createRetryQueues } from './retry-queues.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * The result of one item of a batch: a value, or the item's own error. `later`: the item was not
 * processed because of another item of the batch, and joins the next batch.
 */
export type BatchResult<Value> =
  | { readonly value: Value }
  | { readonly error: unknown }
  | { readonly later: true };

export interface BatcherOptions<Item, Value> {
  /** Names the batcher in the metrics of /metrics. */
  readonly name: string;
  /**
   * Takes many items at once and returns one result for each, in the same order. It may throw only
   * when nothing was committed: the items are then run again with `isRetry`. A retry keeps other
   * items waiting, so it should wait for locks only a short time.
   */
  readonly run: (
    items: readonly Item[],
    isRetry: boolean,
  ) => Promise<readonly BatchResult<Value>[]>;
  readonly itemsMax: number;
  /** How many batches may be under way at once. */
  readonly batchesInFlightMax: number;
  /** Beyond this many waiting items a further one is refused with `overloaded`. */
  readonly waitingMax: number;
  /** Whether the database can't be reached: then no item of a failed batch is tried again. */
  readonly isOutage: (error: unknown) => boolean;
  /** Whether a lock or a statement took too long: the item is tried again for some seconds. */
  readonly isContention: (error: unknown) => boolean;
  /**
   * The retry queue of an item, such as its merchant: items of one queue may wait for the same
   * locks, items of different queues seldom do. Without it each item of a failed batch is tried by
   * itself.
   */
  readonly queueOf?: ((item: Item) => string) | undefined;
  readonly observe?: (metrics: { name: string; items: number; durationMs: number }) => void;
}

export interface Batcher<Item, Value> {
  /** Runs the item in a batch. Rejects with its error; refuses `overloaded` when too many wait. */
  add(item: Item): Promise<Value>;
  /** How many items wait for a batch. */
  waiting(): number;
}

/**
 * Turns the single calls of concurrent requests into arrays. Natural batching: while a batch is in
 * flight the next one fills, so an idle gateway adds no latency and a busy one shares its commits.
 * When a batch fails as a whole, its items are tried again in retry queues, apart from the next
 * batches: only the item that causes the error gets it, and only the queue whose rows are locked
 * waits for them.
 */
export function createBatcher<Item, Value>(
  options: BatcherOptions<Item, Value>,
): Batcher<Item, Value> {
  const waiting: BatchEntry<Item, Value>[] = [];
  let inFlight = 0;
  let isScheduled = false;
  const retries = createRetryQueues<Item, Value>({
    ...options,
    queueOf: options.queueOf,
    attempt: (entries) => attempt(options, entries, true),
  });

  function schedule(): void {
    if (isScheduled || inFlight >= options.batchesInFlightMax || waiting.length === 0) return;
    isScheduled = true;
    // One turn of the event loop lets every request that has already arrived join the batch.
    setImmediate(start);
  }

  function start(): void {
    isScheduled = false;
    const batch = waiting.splice(0, options.itemsMax);
    if (batch.length === 0) return;
    inFlight += 1;
    void settle(batch).finally(() => {
      inFlight -= 1;
      schedule();
    });
    schedule();
  }

  async function settle(batch: readonly BatchEntry<Item, Value>[]): Promise<void> {
    const { left, error } = await attempt(options, batch, false);
    if (left.length === 0) return;
    if (error === undefined) {
      waiting.unshift(...left);
    } else if (options.isOutage(error) || (left.length === 1 && !options.isContention(error))) {
      for (const entry of left) entry.reject(error);
    } else {
      retries.open(left);
    }
  }

  return {
    add(item) {
      if (waiting.length >= options.waitingMax) {
        return Promise.reject(
          new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
        );
      }
      return new Promise((resolve, reject) => {
        const entry = { item, resolve, reject, cause: currentSpan.getStore() };
        if (retries.join(entry)) return;
        waiting.push(entry);
        schedule();
      });
    },
    waiting: () => waiting.length,
  };
}

/** Runs entries together and gives each its result. After an error no entry has a result. */
async function attempt<Item, Value>(
  options: BatcherOptions<Item, Value>,
  entries: readonly BatchEntry<Item, Value>[],
  isRetry: boolean,
): Promise<Attempt<Item, Value>> {
  const startedAt = performance.now();
  try {
    const items = entries.map(({ item }) => item);
    const work = { kind: 'batch', name: options.name, ...traceOf(entries, isRetry) } as const;
    const results = await traced(work, () => options.run(items, isRetry));
    return { left: entries.filter((entry, index) => !settleEntry(entry, results[index])) };
  } catch (error) {
    return { left: entries, error: error ?? new Error(`${options.name} failed without an error`) };
  } finally {
    const durationMs = performance.now() - startedAt;
    options.observe?.({ name: options.name, items: entries.length, durationMs });
  }
}

/** The span of a batch: its attributes, and the requests that wait for it. */
function traceOf(entries: readonly { readonly cause: SpanHolder | undefined }[], isRetry: boolean) {
  const facts = { 'pix_gateway.items': entries.length, 'pix_gateway.retry': Number(isRetry) };
  return { facts, causes: entries.flatMap(({ cause }) => cause ?? []) };
}

/** @returns whether the entry's caller has its answer. */
function settleEntry<Item, Value>(
  { resolve, reject }: BatchEntry<Item, Value>,
  result: BatchResult<Value> | undefined,
): boolean {
  // A missing result is a bug. The item is not run again, because it may be committed.
  if (result === undefined) reject(new Error('a batch lost an item'));
  else if ('later' in result) return false;
  else if ('value' in result) resolve(result.value);
  else reject(result.error);
  return true;
}
