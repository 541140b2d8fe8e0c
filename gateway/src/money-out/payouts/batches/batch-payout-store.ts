import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, param, paramsOf, send, shaped, sql } from '#src/ground/database/sql.ts';
import type { PayoutStatus } from '../payout.ts';
import type { PayoutOfLine } from './payout-batch.ts';
import type { BatchKey } from './payout-batch-store.ts';

/** With how many of the newest payouts of its scope a file is compared. */
const RECENT_MAX = '5000';

const PAYOUT_OF_LINE = shaped(
  {
    line: f.inColumn('batch_line', f.neverNull(f.count)),
    id: f.uuid,
    status: f.textOf<PayoutStatus>(),
    failureCode: f.orNull(f.text),
    failureMessage: f.orNull(f.text),
    endToEndId: f.orNull(f.text),
  },
  ({ failureCode: code, failureMessage: message, ...row }): PayoutOfLine => ({
    ...row,
    failure: code === null ? null : { code, message: message ?? '' },
  }),
);
const $ = paramsOf({
  ...f.SCOPE,
  /** The id of the batch. */
  id: f.uuid,
  sinceId: f.uuid,
  status: f.textOf<'approved' | 'rejected'>(),
  at: f.instant,
  by: f.text,
  reason: f.orNull(f.text),
});
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const OF_BATCH = sql`batch_id = ${$.id} and ${OF_SCOPE}`;

/** The newest payouts since an id that have not failed, 5,000 at most. */
export const selectRecentPayments = many(
  'payouts_select_recent_payments',
  { pixKey: f.text, amount: f.inColumn('amount_centavos', f.count) },
  sql`select pix_key, amount_centavos from (
      select pix_key, amount_centavos, status from payouts
      where ${OF_SCOPE} and id >= ${$.sinceId}
      order by id desc limit ${RECENT_MAX}
    ) recent where status <> 'failed'`,
);

/** The payouts of a batch, in no order. */
export const selectPayoutsOfBatch = many(
  'payouts_select_of_batch',
  PAYOUT_OF_LINE,
  sql`select batch_line, id, status, failure_code, failure_message, end_to_end_id from payouts
    where ${OF_BATCH}`,
);

const selectWithBatch = many(
  'payouts_select_batches_of',
  { id: f.uuid, batchId: f.neverNull(f.uuid) },
  sql`select id, batch_id from payouts
    where ${OF_SCOPE} and id = any(${param('ids', f.listOf(f.uuid))}) and batch_id is not null`,
);

const lockApprovals = many(
  'payout_approvals_lock_of_batch',
  { payoutId: f.uuid },
  sql`select payout_id from payout_approvals
    where ${OF_BATCH} and status = 'waiting'
    order by payout_id for update`,
);

/** Sends the decision about the locked approvals of a batch. */
export const updateApprovalsOfBatch = send(
  'payout_approvals_decide_of_batch',
  sql`update payout_approvals set status = ${$.status}, decided_at = ${$.at},
      decided_by = ${$.by}, reason = ${$.reason}
    where ${OF_BATCH} and status = 'waiting'`,
);

/** Makes the payouts of an approved batch pending and due; returns how many. */
export const approvePayoutsOfBatch = countRows(
  'payouts_approve_of_batch',
  sql`update payouts set status = 'pending', due_at = ${$.at}
    where ${OF_BATCH}
      and status = 'awaiting_approval' returning id`,
);

/** The batches of those payouts that a file made, by the ids of the payouts. */
export async function selectBatchesOf(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await selectWithBatch(database, { merchantId, environment, ids });
  return new Map(found.map(({ id, batchId }) => [id, batchId]));
}

/** Locks the approvals of a batch that wait; returns the ids of their payouts. */
export async function lockApprovalsOfBatch(tx: Transaction, key: BatchKey): Promise<string[]> {
  return (await lockApprovals(tx, key)).map(({ payoutId }) => payoutId);
}
