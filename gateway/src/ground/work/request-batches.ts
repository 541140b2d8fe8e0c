import type { LedgerScope } from '../access/ledger-scope.ts';
import type { Caller } from '../access/merchant.ts';
import type { Database, TransactionLimits } from '../database/database.ts';
import { isContention, isOutage } from '../database/database-errors.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { type Batcher, type BatchResult, createBatcher } from './batcher.ts';
import { createBucketBatcher } from './bucket-batcher.ts';

const BATCH_ITEMS_MAX = 256;
const WAITING_MAX = 4_096;
/**
 * A batch with requests of many merchants waits for locks only shortly; then each merchant's
 * requests are retried separately.
 */
const BATCH_LIMITS: TransactionLimits = { lockTimeoutMs: 1_000, statementTimeoutMs: 5_000 };
const RETRY_LIMITS: TransactionLimits = { lockTimeoutMs: 250, statementTimeoutMs: 2_000 };

/** The work of a batch. It must use the given database, which has the batch's time limits. */
export type BatchRun<Item, Value> = (
  items: readonly Item[],
  database: Database,
) => Promise<readonly BatchResult<Value>[]>;

export interface BatchSettings<Item> {
  /** How many batches may be under way at once. */
  readonly atOnce: number;
  /** The merchant whose rows an item locks; see `BatcherOptions.queueOf`. */
  readonly queueOf?: (item: Item) => string;
  /** The merchant of an item: its bucket has its own batches. Without it: the home bucket. */
  readonly merchantOf?: (item: Item) => string;
  /** See `BucketBatcherOptions`; default false. */
  readonly spansBuckets?: boolean;
}

/** Makes a batcher; see `batcherOf`. */
export type MakeBatcher = ReturnType<typeof batcherOf>;

/** Makes the function that creates batchers; each reports its batches to the metrics. */
export function batcherOf({ database, metrics }: Pick<GatewayContext, 'database' | 'metrics'>) {
  return <Item, Value>(
    name: string,
    run: BatchRun<Item, Value>,
    { atOnce, queueOf, merchantOf, spansBuckets = false }: BatchSettings<NoInfer<Item>>,
  ): Batcher<Item, Value> => {
    function open(bucket: Database): Batcher<Item, Value> {
      const shared = bucket.withLimits(BATCH_LIMITS);
      const retried = bucket.withLimits(RETRY_LIMITS);
      return createBatcher<Item, Value>({
        name,
        run: (items, isRetry) => run(items, isRetry ? retried : shared),
        batchesInFlightMax: atOnce,
        itemsMax: BATCH_ITEMS_MAX,
        waitingMax: WAITING_MAX,
        isOutage,
        isContention,
        queueOf,
        observe: metrics.observeBatch,
      });
    }
    return merchantOf
      ? createBucketBatcher({ database, merchantOf, spansBuckets, open })
      : open(database);
  };
}

/** Batches of requests that lock rows of their caller's ledger. */
export const ofCaller = {
  queueOf: ({ caller }: { readonly caller: Caller }) =>
    `${caller.merchantId} ${caller.environment}`,
  merchantOf: ({ caller }: { readonly caller: Caller }) => caller.merchantId,
};

/** Batches of items that name their merchant. */
export const ofMerchant = { queueOf: merchantOf, merchantOf };

/** Batches of reads: of one merchant each, because buckets are. */
export const readsOfMerchant = { atOnce: 2, merchantOf };

function merchantOf({ merchantId }: Pick<LedgerScope, 'merchantId'>): string {
  return merchantId;
}
