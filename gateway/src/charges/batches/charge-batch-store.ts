import type { Actor } from '#src/ground/access/actor.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  bucketOf,
  many,
  maybeOne,
  mergedBy,
  one,
  paramsOf,
  rowsOf,
  run,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { BATCH, BATCH_KEY, type ChargeBatch, type ChargeBatchKey } from './charge-batch.ts';

// Of the newest batches of the scope only.
const RECENT_MAX = 200;
/** The most batches that are added up; each has a line at least. */
const SUMMED_MAX = 100_000;

const SHOWN = shaped(BATCH, batchOf);
const CLAIMED = { ...BATCH, acceptedAt: f.orNull(f.instant) };

function batchOf({ createdBy, ...batch }: f.RecordOf<typeof BATCH>): ChargeBatch {
  return { ...batch, createdByName: createdBy?.name ?? null };
}

const $ = paramsOf({
  ...CLAIMED,
  at: f.instant,
  dueAt: f.orNull(f.instant),
  isWaiting: f.bool,
  limit: f.count,
});
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const OF_KEY = sql`${OF_SCOPE} and id = ${$.id}`;
const BY_KEY = sql`select ${f.columnsOf(BATCH, 'b')} from charge_batches b where ${OF_KEY}`;

const insertRow = send(
  'charge_batch_insert',
  sql`insert into charge_batches (merchant_id, environment, id, external_id, file_name, status,
      line_count, invalid_count, total_centavos, refused_count, client_id, created_by, created_at,
      accepted_at, due_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.externalId}, ${$.fileName},
      ${$.status}, ${$.lineCount}, ${$.invalidCount}, ${$.total}, ${$.invalidCount}, ${$.clientId},
      ${$.createdBy}, ${$.createdAt}, ${$.acceptedAt}, ${$.acceptedAt})`,
);

/** The batch with a key; undefined when there is none. */
export const selectBatch = maybeOne('charge_batch_select', SHOWN, BY_KEY);

/** The same; its row is locked for the transaction. */
export const lockBatch = maybeOne('charge_batch_lock', SHOWN, sql`${BY_KEY} for update`);

/** A page of the batches of a scope, newest first. */
export const selectBatches = many(
  'charge_batches_list',
  SHOWN,
  sql`select ${f.columnsOf(BATCH, 'b')} from charge_batches b
    where ${OF_SCOPE} and id < ${$.id.as('beforeId')} order by id desc limit ${$.limit}`,
);

/** The batches with these keys, in no order. */
export const selectBatchesByKey = many(
  'charge_batches_select',
  SHOWN,
  sql`select ${f.columnsOf(BATCH, 'b')}
    from ${rowsOf('keys', 'key', BATCH_KEY)}
    join charge_batches b on (b.merchant_id, b.environment, b.id) =
      (key.merchant_id, key.environment, key.id)`,
);

const countOpen = many(
  'charge_batches_count_open',
  { status: BATCH.status, count: f.count },
  sql`select status, count(*) as count from (
      select status from charge_batches where ${OF_SCOPE}
      order by id desc limit ${String(RECENT_MAX)}
    ) recent group by status`,
);

// The batch that has waited longest goes first, so that merchants take turns.
function dueBatches(environment: Environment): DueQueue {
  const due = `select from charge_batches
    where status = 'processing' and environment = '${environment}' and due_at <= $1`;
  return { name: `charge-batches-${environment}`, due };
}
/** Batches whose next piece is due. */
export const DUE_TEST_BATCHES = dueBatches('test');
export const DUE_LIVE_BATCHES = dueBatches('live');

/**
 * Leases the batch of an environment that has waited longest; undefined when none is due. Returns
 * also when its lines began to become charges (milliseconds).
 */
export const claimBatch = maybeOne(
  'charge_batches_claim',
  shaped(CLAIMED, ({ acceptedAt, ...row }) => ({
    batch: batchOf(row),
    acceptedAt: acceptedAt ?? row.createdAt,
  })),
  sql`update charge_batches set due_at = ${$.at.as('until')}
    where (merchant_id, environment, id) in (
      select merchant_id, environment, id from charge_batches
      where status = 'processing' and environment = ${$.environment} and due_at <= ${$.at}
      order by due_at limit 1 for update skip locked
    ) returning ${f.columnsOf(CLAIMED)}`,
  HERE,
);

// Rows that don't exist yet can't be locked.
const lockScope = run(
  'charge_batches_lock_scope',
  sql`select pg_advisory_xact_lock(
      hashtextextended('charge_batches ' || ${$.merchantId}::text || ' ' ||
        ${$.environment}::text, 0))`,
  bucketOf($.merchantId),
);

const sumLines = one(
  'charge_batches_sum_lines',
  { lines: f.count },
  sql`select coalesce(sum(line_count), 0)::bigint as lines from (
      select line_count from charge_batches
      where ${OF_SCOPE} and id >= ${$.id.as('fromId')} order by id desc limit ${$.limit}
    ) recent`,
);

const advanceRow = send(
  'charge_batch_advance',
  sql`update charge_batches set created_count = ${$.createdCount},
      refused_count = ${$.refusedCount}, due_at = ${$.dueAt},
      status = ${$.status}, completed_at = ${$.completedAt},
      waiting_since = case when ${$.isWaiting}::boolean
        then coalesce(waiting_since, ${$.at}) else null end
    where ${OF_KEY} and status = 'processing'`,
);

/** Sends that a locked, checked batch is accepted at an instant. */
export const acceptBatch = send(
  'charge_batch_accept',
  sql`update charge_batches set status = 'processing', accepted_at = ${$.at}, due_at = ${$.at}
    where ${OF_KEY} and status = 'checked'`,
);

/** Sends the counts of a locked, checked batch after a correction. */
export const correctBatchRow = send(
  'charge_batch_correct',
  sql`update charge_batches set line_count = ${$.lineCount}, invalid_count = ${$.invalidCount},
      refused_count = ${$.invalidCount}, total_centavos = ${$.total}
    where ${OF_KEY} and status = 'checked'`,
);

/** Sends the deletion of a batch that no member has confirmed; ignores any other. */
export const deleteUnconfirmed = send(
  'charge_batch_delete_unconfirmed',
  sql`delete from charge_batches where ${OF_KEY} and status = 'checked'`,
);

/** The oldest batches from before an instant that no member has confirmed. */
export const selectUnconfirmed = many(
  'charge_batches_select_unconfirmed',
  BATCH_KEY,
  sql`select merchant_id, environment, id from charge_batches
    where status = 'checked' and created_at < ${$.at.as('before')}
    order by created_at limit ${$.limit}`,
  HERE,
);

/** Since when the batches of each bucket wait for the bank; null where none does. */
export const selectLongestWaits = many(
  'charge_batches_waiting_longest',
  { since: f.orNull(f.instant) },
  sql`select min(waiting_since) as since from charge_batches where waiting_since is not null`,
  EACH_BUCKET,
);

/**
 * The live batches of which the bank registers no charge, the longest wait first; `since` is in
 * milliseconds since 1970.
 */
export const listWaitingBatches = many(
  'charge_batches_list_waiting',
  {
    id: f.uuid,
    amount: BATCH.total,
    since: f.inColumn('waiting_since', f.neverNull(f.instant)),
    username: f.text,
  },
  sql`select b.id, b.total_centavos, b.waiting_since, m.username
    from charge_batches b join merchants m on m.merchant_id = b.merchant_id
    where b.waiting_since is not null order by b.waiting_since limit ${$.limit}`,
  mergedBy('waiting_since', 'ascending', $.limit),
);

/** Sends the insert of a batch, with the member who sends it. */
export function insertBatch(
  tx: Transaction,
  { batch, by }: { readonly batch: ChargeBatch; readonly by: Actor | null },
): void {
  const acceptedAt = batch.status === 'checked' ? null : batch.createdAt;
  insertRow(tx, { ...batch, createdBy: by, acceptedAt });
}

/** How many of the newest 200 batches are under way, and how many wait for a person. */
export async function countOpenBatches(
  tx: Transaction,
  scope: LedgerScope,
): Promise<{ readonly processing: number; readonly checked: number }> {
  const counts = new Map((await countOpen(tx, scope)).map(({ status, count }) => [status, count]));
  return { processing: counts.get('processing') ?? 0, checked: counts.get('checked') ?? 0 };
}

/** How many lines the batches of a scope from an id on have; locks the scope's batches. */
export async function sumLinesSince(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  fromId: string,
): Promise<number> {
  await lockScope(tx, { merchantId, environment });
  return (await sumLines(tx, { merchantId, environment, fromId, limit: SUMMED_MAX })).lines;
}

/** The state of a batch under way after a piece of it. Without `dueAt` it is completed. */
export interface BatchProgress {
  readonly createdCount: number;
  readonly refusedCount: number;
  readonly dueAt: Date | null;
  /** Whether the bank has registered nothing in this piece. */
  readonly isWaiting: boolean;
  readonly at: Date;
}

/** Sends the state of a batch that is under way. */
export function advanceBatch(
  tx: Transaction,
  { merchantId, environment, id }: ChargeBatchKey,
  progress: BatchProgress,
): void {
  const isDone = progress.dueAt === null;
  advanceRow(tx, {
    ...progress,
    merchantId,
    environment,
    id,
    status: isDone ? 'completed' : 'processing',
    completedAt: isDone ? progress.at : null,
  });
}
