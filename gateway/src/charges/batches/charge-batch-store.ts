import type { Actor } from '#src/ground/access/actor.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant, HERE } from '#src/ground/database/statement-place.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import type { ChargeBatch, ChargeBatchKey, ChargeBatchStatus } from './charge-batch.ts';

interface BatchRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly external_id: string | null;
  readonly file_name: string | null;
  readonly status: ChargeBatchStatus;
  readonly line_count: bigint;
  readonly invalid_count: bigint;
  readonly total_centavos: bigint;
  readonly created_count: bigint;
  readonly refused_count: bigint;
  readonly client_id: string | null;
  readonly created_by: Actor | null;
  readonly created_at: number;
  readonly completed_at: number | null;
  readonly waiting_since: number | null;
  /** In a claimed batch only. */
  readonly accepted_at?: number | null;
}

const COLUMNS = `b.merchant_id, b.environment, b.id, b.external_id, b.file_name, b.status,
  b.line_count, b.invalid_count, b.total_centavos, b.created_count, b.refused_count, b.client_id,
  b.created_by, b.created_at, b.completed_at, b.waiting_since`;
const KEY = 'merchant_id = $1 and environment = $2 and id = $3';
const INSERT = {
  name: 'charge_batch_insert',
  text: `insert into charge_batches (merchant_id, environment, id, external_id, file_name, status,
      line_count, invalid_count, total_centavos, refused_count, client_id, created_by, created_at,
      accepted_at, due_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $10, $11, $12, $13, $13)`,
};
const SELECT = {
  name: 'charge_batch_select',
  text: `select ${COLUMNS} from charge_batches b where ${KEY}`,
};
const LOCK = {
  name: 'charge_batch_lock',
  text: `select ${COLUMNS} from charge_batches b where ${KEY} for update`,
};
const LIST = {
  name: 'charge_batches_list',
  text: `select ${COLUMNS} from charge_batches b
    where merchant_id = $1 and environment = $2 and id < $3 order by id desc limit $4`,
};
const SELECT_MANY = {
  name: 'charge_batches_select',
  text: `select ${COLUMNS}
    from json_to_recordset($1) as key (merchant_id uuid, environment text, id uuid)
    join charge_batches b on (b.merchant_id, b.environment, b.id) =
      (key.merchant_id, key.environment, key.id)`,
};
// Of the newest batches of the scope only.
const RECENT_MAX = 200;
const COUNT_OPEN = {
  name: 'charge_batches_count_open',
  text: `select status, count(*) as count from (
      select status from charge_batches where merchant_id = $1 and environment = $2
      order by id desc limit ${RECENT_MAX}
    ) recent group by status`,
};
// The batch that has waited longest goes first, so that merchants take turns.
function dueBatches(environment: Environment): DueQueue {
  const due = `select from charge_batches
    where status = 'processing' and environment = '${environment}' and due_at <= $1`;
  return { name: `charge-batches-${environment}`, due };
}
/** Batches whose next piece is due. */
export const DUE_BATCHES = { test: dueBatches('test'), live: dueBatches('live') };
const CLAIM = {
  name: 'charge_batches_claim',
  place: HERE,
  text: `update charge_batches set due_at = $3 where (merchant_id, environment, id) in (
      select merchant_id, environment, id from charge_batches
      where status = 'processing' and environment = $1 and due_at <= $2
      order by due_at limit 1 for update skip locked
    ) returning merchant_id, environment, id, external_id, file_name, status, line_count,
      invalid_count, total_centavos, created_count, refused_count, client_id, created_by,
      created_at, completed_at, waiting_since, accepted_at`,
};
// Rows that don't exist yet can't be locked.
const LOCK_SCOPE = {
  name: 'charge_batches_lock_scope',
  place: bucketOfMerchant(1),
  text: `select pg_advisory_xact_lock(
      hashtextextended('charge_batches ' || $1::text || ' ' || $2::text, 0))`,
};
const SUM_LINES = {
  name: 'charge_batches_sum_lines',
  text: `select coalesce(sum(line_count), 0)::bigint as lines from (
      select line_count from charge_batches
      where merchant_id = $1 and environment = $2 and id >= $3 order by id desc limit $4
    ) recent`,
};
/** The most batches that are added up; each has a line at least. */
const SUMMED_MAX = 100_000;
const ADVANCE = {
  name: 'charge_batch_advance',
  text: `update charge_batches set created_count = $4, refused_count = $5, due_at = $6,
      status = $7, completed_at = $8,
      waiting_since = case when $9::boolean then coalesce(waiting_since, $10) else null end
    where ${KEY} and status = 'processing'`,
};
const ACCEPT = {
  name: 'charge_batch_accept',
  text: `update charge_batches set status = 'processing', accepted_at = $4, due_at = $4
    where ${KEY} and status = 'checked'`,
};
const CORRECT = {
  name: 'charge_batch_correct',
  text: `update charge_batches set line_count = $4, invalid_count = $5, refused_count = $5,
      total_centavos = $6
    where ${KEY} and status = 'checked'`,
};
const DELETE = {
  name: 'charge_batch_delete_unconfirmed',
  text: `delete from charge_batches where ${KEY} and status = 'checked'`,
};
const SELECT_OLD = {
  name: 'charge_batches_select_unconfirmed',
  place: HERE,
  text: `select merchant_id, environment, id from charge_batches
    where status = 'checked' and created_at < $1 order by created_at limit $2`,
};

/** A batch to insert, with the member who sends it. */
export interface NewChargeBatch {
  readonly batch: ChargeBatch;
  readonly by: Actor | null;
}

/** Sends the insert of a batch. */
export function insertBatch(tx: Transaction, { batch, by }: NewChargeBatch): void {
  const at = new Date(batch.createdAt);
  tx.send(INSERT, [
    batch.merchantId,
    batch.environment,
    batch.id,
    batch.externalId,
    batch.fileName,
    batch.status,
    batch.lineCount,
    batch.invalidCount,
    batch.total,
    batch.clientId,
    by && JSON.stringify(by),
    at,
    batch.status === 'checked' ? null : at,
  ]);
}

/** A batch, and the member who sent it. */
export type BatchOfMember = NewChargeBatch;

/** The batch with a key; undefined when there is none. */
export async function selectBatch(
  database: Queryable,
  key: ChargeBatchKey,
): Promise<ChargeBatch | undefined> {
  const [row] = await database.query<BatchRow>(SELECT, valuesOf(key));
  return row && batchFromRow(row);
}

/** Locks a batch; undefined when there is none. */
export async function lockBatch(
  tx: Transaction,
  key: ChargeBatchKey,
): Promise<ChargeBatch | undefined> {
  const [row] = await tx.query<BatchRow>(LOCK, valuesOf(key));
  return row && batchFromRow(row);
}

/** A page of the batches of a scope, newest first. */
export async function selectBatches(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<ChargeBatch[]> {
  const values = [merchantId, environment, beforeId, limit];
  return (await database.query<BatchRow>(LIST, values)).map(batchFromRow);
}

/** The batches with these keys, in no order. */
export async function selectBatchesByKey(
  database: Queryable,
  keys: readonly ChargeBatchKey[],
): Promise<ChargeBatch[]> {
  const rows = keys.map(({ merchantId: merchant_id, ...key }) => ({ merchant_id, ...key }));
  return (await database.query<BatchRow>(SELECT_MANY, [JSON.stringify(rows)])).map(batchFromRow);
}

/** How many of the newest 200 batches are under way, and how many wait for a person. */
export async function countOpenBatches(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
): Promise<{ readonly processing: number; readonly checked: number }> {
  const rows = await tx.query<{ status: ChargeBatchStatus; count: bigint }>(COUNT_OPEN, [
    merchantId,
    environment,
  ]);
  const count = (status: ChargeBatchStatus) =>
    Number(rows.find((row) => row.status === status)?.count ?? 0n);
  return { processing: count('processing'), checked: count('checked') };
}

/** How many lines the batches of a scope from an id on have; locks the scope's batches. */
export async function sumLinesSince(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  fromId: string,
): Promise<number> {
  await tx.query(LOCK_SCOPE, [merchantId, environment]);
  const values = [merchantId, environment, fromId, SUMMED_MAX];
  const [row] = await tx.query<{ lines: bigint }>(SUM_LINES, values);
  return Number(row?.lines ?? 0n);
}

/** A batch under way, and when its lines began to become charges (milliseconds). */
export interface ClaimedBatch {
  readonly batch: ChargeBatch;
  readonly acceptedAt: number;
}

/** Leases the batch of an environment that has waited longest; undefined when none is due. */
export async function claimBatch(
  database: Queryable,
  { environment, at, until }: { environment: Environment; at: Date; until: Date },
): Promise<ClaimedBatch | undefined> {
  const [row] = await database.query<BatchRow>(CLAIM, [environment, at, until]);
  if (!row) return undefined;
  return { batch: batchFromRow(row), acceptedAt: row.accepted_at ?? row.created_at };
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
export function advanceBatch(tx: Transaction, key: ChargeBatchKey, progress: BatchProgress): void {
  const { createdCount, refusedCount, dueAt, isWaiting, at } = progress;
  const end = dueAt ? ['processing', null] : ['completed', at];
  const counts = [createdCount, refusedCount];
  tx.send(ADVANCE, [...valuesOf(key), ...counts, dueAt, ...end, isWaiting, at]);
}

/** Sends that a locked, checked batch is accepted. */
export function acceptBatch(tx: Transaction, key: ChargeBatchKey, at: Date): void {
  tx.send(ACCEPT, [...valuesOf(key), at]);
}

/** Sends the counts of a locked, checked batch after a correction. */
export function correctBatchRow(
  tx: Transaction,
  key: ChargeBatchKey,
  { lineCount, invalidCount, total }: Pick<ChargeBatch, 'lineCount' | 'invalidCount' | 'total'>,
): void {
  tx.send(CORRECT, [...valuesOf(key), lineCount, invalidCount, total]);
}

/** Sends the deletion of a batch that no member has confirmed; ignores any other. */
export function deleteUnconfirmed(tx: Transaction, key: ChargeBatchKey): void {
  tx.send(DELETE, valuesOf(key));
}

/** The oldest batches from before an instant that no member has confirmed. */
export async function selectUnconfirmed(
  database: Queryable,
  before: Date,
  limit: number,
): Promise<ChargeBatchKey[]> {
  const rows = await database.query<Pick<BatchRow, 'merchant_id' | 'environment' | 'id'>>(
    SELECT_OLD,
    [before, limit],
  );
  return rows.map(({ merchant_id: merchantId, environment, id }) => ({
    merchantId,
    environment,
    id,
  }));
}

function valuesOf({ merchantId, environment, id }: ChargeBatchKey): unknown[] {
  return [merchantId, environment, id];
}

function batchFromRow(row: BatchRow): ChargeBatch {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    externalId: row.external_id,
    fileName: row.file_name,
    status: row.status,
    lineCount: Number(row.line_count),
    invalidCount: Number(row.invalid_count),
    total: centavos(row.total_centavos),
    createdCount: Number(row.created_count),
    refusedCount: Number(row.refused_count),
    clientId: row.client_id,
    createdByName: row.created_by?.name ?? null,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    waitingSince: row.waiting_since,
  };
}
