import { Refusal } from './problems.ts';

const RETRY_AFTER_SECONDS = 1;

/** What one item of a batch came to: a value, or an error of its own. */
export type BatchResult<Value> = { readonly value: Value } | { readonly error: unknown };

export interface BatcherOptions<Item, Value> {
  /** Names the batcher in the figures of /metrics. */
  readonly name: string;
  /** Takes many items at once and returns one result for each, in the same order. */
  readonly run: (items: readonly Item[]) => Promise<readonly BatchResult<Value>[]>;
  readonly itemsMax: number;
  /** How many batches may be under way at once. */
  readonly batchesInFlightMax: number;
  /** Beyond this many waiting items a further one is refused with `overloaded`. */
  readonly waitingMax: number;
  /** Whether a failed batch must not be tried item by item: the database itself is away. */
  readonly isOutage: (error: unknown) => boolean;
  readonly observe?: (figures: { name: string; items: number; durationMs: number }) => void;
}

export interface Batcher<Item, Value> {
  add(item: Item): Promise<Value>;
  waiting(): number;
}

interface Waiting<Item, Value> {
  readonly item: Item;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns the single calls of concurrent requests into arrays. Natural batching: while a batch is in
 * flight the next one fills, so an idle gateway adds no latency and a busy one shares its commits.
 * When a batch fails as a whole, its items are tried one by one: only the bad one gets the error.
 */
export function createBatcher<Item, Value>(
  options: BatcherOptions<Item, Value>,
): Batcher<Item, Value> {
  const waiting: Waiting<Item, Value>[] = [];
  let inFlight = 0;
  let isScheduled = false;

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

  async function settle(batch: readonly Waiting<Item, Value>[]): Promise<void> {
    const startedAt = performance.now();
    try {
      const results = await options.run(batch.map((entry) => entry.item));
      if (results.length !== batch.length) throw new Error(`${options.name} lost an item`);
      batch.forEach((entry, index) => {
        const result = results[index];
        if (result && 'value' in result) entry.resolve(result.value);
        else entry.reject(result?.error);
      });
    } catch (error) {
      if (batch.length === 1 || options.isOutage(error)) {
        for (const entry of batch) entry.reject(error);
      } else {
        for (const entry of batch) await settle([entry]);
      }
    }
    const durationMs = performance.now() - startedAt;
    options.observe?.({ name: options.name, items: batch.length, durationMs });
  }

  return {
    add(item) {
      if (waiting.length >= options.waitingMax) {
        return Promise.reject(
          new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
        );
      }
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        schedule();
      });
    },
    waiting: () => waiting.length,
  };
}
