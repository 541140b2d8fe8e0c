import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, maybeOne, paramsOf, run, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { BatchLine, BatchStatus, PayoutBatch } from './payout-batch.ts';

const KEY = { ...f.SCOPE, id: f.uuid };
const BATCH = {
  ...KEY,
  fileName: f.text,
  status: f.textOf<BatchStatus>(),
  lineCount: f.count,
  errorCount: f.count,
  total: f.inColumn('total_centavos', f.centavos),
  fee: f.inColumn('fee_centavos', f.centavos),
  isRepeated: f.bool,
  isBalanceShort: f.bool,
  createdByName: f.text,
  createdAt: f.instant,
  confirmedAt: f.orNull(f.instant),
  confirmedBy: f.orNull(f.text),
  expiresAt: f.orNull(f.instant),
  decidedByName: f.orNull(f.text),
  reason: f.orNull(f.text),
};
/** The lines and the digest of the file of a batch. */
const CONTENT = {
  lines: f.json<readonly BatchLine[]>(),
  fileSha256: f.inColumn('file_sha256', f.bytes),
};

/** The name of a batch in its ledger scope. */
export type BatchKey = f.RecordOf<typeof KEY>;

const $ = paramsOf({
  ...BATCH,
  ...CONTENT,
  at: f.instant,
  by: f.text,
  confirmedBy: BATCH.confirmedBy,
  awaitingAt: f.instant,
  before: f.instant,
  limit: f.count,
});
const COLUMNS = f.columnsOf(BATCH, 'b');
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const OF_KEY = sql`${OF_SCOPE} and id = ${$.id}`;
const BEFORE_ID = $.id.as('beforeId');

/** Sends the insert of a checked batch. */
export const insertBatch = send(
  'payout_batch_insert',
  sql`insert into payout_batches (merchant_id, environment, id, file_name, file_sha256, status,
      lines, line_count, error_count, total_centavos, fee_centavos, is_repeated, is_balance_short,
      created_by_name, created_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.fileName}, ${$.fileSha256}, 'checked',
      ${$.lines}, ${$.lineCount}, ${$.errorCount}, ${$.total}, ${$.fee}, ${$.isRepeated},
      ${$.isBalanceShort}, ${$.createdByName}, ${$.createdAt})`,
);

/** Locks a batch; undefined when there is none. */
export const lockBatch = maybeOne(
  'payout_batch_lock',
  BATCH,
  sql`select ${COLUMNS} from payout_batches b where ${OF_KEY} for update`,
);

/** Selects a batch; undefined when there is none. */
export const selectBatch = maybeOne(
  'payout_batch_select',
  BATCH,
  sql`select ${COLUMNS} from payout_batches b where ${OF_KEY}`,
);

/** The content of a batch; undefined when there is none. */
export const selectBatchContent = maybeOne(
  'payout_batch_select_lines',
  CONTENT,
  sql`select lines, file_sha256 from payout_batches where ${OF_KEY}`,
);

const selectPage = many(
  'payout_batches_list',
  BATCH,
  sql`select ${COLUMNS} from payout_batches b
    where ${OF_SCOPE} and id < ${BEFORE_ID} order by id desc limit ${$.limit}`,
);
const selectAwaitingPage = many(
  'payout_batches_list_awaiting',
  BATCH,
  sql`select ${COLUMNS} from payout_batches b
    where ${OF_SCOPE} and status = 'awaiting_approval' and id < ${BEFORE_ID}
      and expires_at > ${$.awaitingAt}
    order by id desc limit ${$.limit}`,
);

// Of the newest batches of the scope only.
const RECENT_MAX = '200';
const selectRecent = many(
  'payout_batches_select_recent',
  { status: BATCH.status, isSame: f.bool },
  sql`select status, file_sha256 = ${$.fileSha256} as is_same
    from payout_batches
    where ${OF_SCOPE} order by id desc limit ${RECENT_MAX}`,
);

const confirm = send(
  'payout_batch_confirm',
  sql`update payout_batches set status = ${$.status}, confirmed_at = ${$.at},
      expires_at = ${$.expiresAt},
      confirmed_by = ${$.confirmedBy}
    where ${OF_KEY} and status = 'checked'`,
);

/** Sends the new warnings of a locked batch that is not confirmed. */
export const saveFindings = send(
  'payout_batch_save_findings',
  sql`update payout_batches set lines = ${$.lines}, is_repeated = ${$.isRepeated}
    where ${OF_KEY} and status = 'checked'`,
);

/** Sends the lines of a locked batch that is not confirmed, after a correction. */
export const correctBatchRow = send(
  'payout_batch_correct',
  sql`update payout_batches set lines = ${$.lines}, error_count = ${$.errorCount},
      total_centavos = ${$.total},
      fee_centavos = ${$.fee}, is_balance_short = ${$.isBalanceShort}
    where ${OF_KEY} and status = 'checked'`,
);

/** Deletes a batch that is not confirmed; ignores any other. */
export const deleteUnconfirmedBatch = run(
  'payout_batch_delete_unconfirmed',
  sql`delete from payout_batches where ${OF_KEY} and status = 'checked'`,
);

/** Sends the decision about a locked batch that waits. */
export const decideBatchRow = send(
  'payout_batch_decide',
  sql`update payout_batches set status = ${$.status}, decided_at = ${$.at},
      decided_by_name = ${$.by}, reason = ${$.reason}
    where ${OF_KEY} and status = 'awaiting_approval'`,
);

// One that is confirmed while this statement waits for its lock stays.
/** Deletes the oldest unconfirmed batches from before an instant; returns how many. */
export const deleteUnconfirmedBatches = countRows(
  'payout_batches_delete_unconfirmed',
  sql`delete from payout_batches where status = 'checked' and (merchant_id, environment, id) in (
      select merchant_id, environment, id from payout_batches
      where status = 'checked' and created_at < ${$.before} order by created_at
      limit ${$.limit}
    ) returning id`,
  HERE,
);

/** A page of batches; with `awaitingAt`, only batches that wait for an approval at that instant. */
export interface BatchPage {
  readonly beforeId: string;
  readonly limit: number;
  readonly awaitingAt: Date | undefined;
}

/** A page of the batches of a scope, newest first. */
export function selectBatches(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, limit, awaitingAt }: BatchPage,
): Promise<PayoutBatch[]> {
  const page = { merchantId, environment, beforeId, limit };
  return awaitingAt
    ? selectAwaitingPage(database, { ...page, awaitingAt })
    : selectPage(database, page);
}

/** Of the newest 200 batches: how many are unconfirmed, and whether the same file was confirmed. */
export async function selectRecentBatches(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  fileSha256: Buffer,
): Promise<{ readonly unconfirmed: number; readonly isRepeated: boolean }> {
  const recent = await selectRecent(tx, { merchantId, environment, fileSha256 });
  return {
    unconfirmed: recent.filter(({ status }) => status === 'checked').length,
    isRepeated: recent.some(
      ({ isSame, status }) => isSame && ['released', 'awaiting_approval'].includes(status),
    ),
  };
}

/** Sends that a locked batch is confirmed; with `expiresAt` it waits for an approval until then. */
export function confirmBatchRow(
  tx: Transaction,
  { merchantId, environment, id }: BatchKey,
  { at, expiresAt, by }: { at: Date; expiresAt: Date | null; by: string | null },
): void {
  const status = expiresAt === null ? 'released' : 'awaiting_approval';
  confirm(tx, { merchantId, environment, id, status, at, expiresAt, confirmedBy: by });
}
