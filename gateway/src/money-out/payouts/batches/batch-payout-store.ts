import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { PayoutStatus } from '../payout.ts';
import type { PayoutOfLine } from './payout-batch.ts';
import type { BatchKey } from './payout-batch-store.ts';

/** With how many of the newest payouts of its scope a file is compared. */
const RECENT_MAX = 5_000;
const SELECT_RECENT = {
  name: 'payouts_select_recent_payments',
  text: `select pix_key, amount_centavos from (
      select pix_key, amount_centavos, status from payouts
      where merchant_id = $1 and environment = $2 and id >= $3
      order by id desc limit ${RECENT_MAX}
    ) recent where status <> 'failed'`,
};
const SELECT_OF_BATCH = {
  name: 'payouts_select_of_batch',
  text: `select batch_line, id, status, failure_code, failure_message, end_to_end_id from payouts
    where batch_id = $3 and merchant_id = $1 and environment = $2`,
};
const SELECT_BATCHES_OF = {
  name: 'payouts_select_batches_of',
  text: `select id, batch_id from payouts
    where merchant_id = $1 and environment = $2 and id = any($3) and batch_id is not null`,
};
const LOCK_APPROVALS = {
  name: 'payout_approvals_lock_of_batch',
  text: `select payout_id from payout_approvals
    where batch_id = $3 and merchant_id = $1 and environment = $2 and status = 'waiting'
    order by payout_id for update`,
};
const DECIDE = {
  name: 'payout_approvals_decide_of_batch',
  text: `update payout_approvals set status = $4, decided_at = $5, decided_by = $6
    where batch_id = $3 and merchant_id = $1 and environment = $2 and status = 'waiting'`,
};
const APPROVE = {
  name: 'payouts_approve_of_batch',
  text: `update payouts set status = 'pending', due_at = $4
    where batch_id = $3 and merchant_id = $1 and environment = $2
      and status = 'awaiting_approval' returning id`,
};

/** A recent payout, with which the lines of a file are compared. */
export interface RecentPayment {
  readonly pixKey: string;
  readonly amount: number;
}

/** The newest payouts since an id that have not failed, 5,000 at most. */
export async function selectRecentPayments(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  sinceId: string,
): Promise<RecentPayment[]> {
  const rows = await database.query<{ pix_key: string; amount_centavos: bigint }>(SELECT_RECENT, [
    merchantId,
    environment,
    sinceId,
  ]);
  return rows.map((row) => ({ pixKey: row.pix_key, amount: Number(row.amount_centavos) }));
}

interface PayoutRow extends Record<string, unknown> {
  readonly batch_line: bigint;
  readonly id: string;
  readonly status: PayoutStatus;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly end_to_end_id: string | null;
}

/** The payouts of a batch, in no order. */
export async function selectPayoutsOfBatch(
  database: Queryable,
  key: BatchKey,
): Promise<PayoutOfLine[]> {
  const rows = await database.query<PayoutRow>(SELECT_OF_BATCH, valuesOf(key));
  return rows.map((row) => ({
    line: Number(row.batch_line),
    id: row.id,
    status: row.status,
    failure:
      row.failure_code === null
        ? null
        : { code: row.failure_code, message: row.failure_message ?? '' },
    endToEndId: row.end_to_end_id,
  }));
}

/** The batches of those payouts that a file made, by the ids of the payouts. */
export async function selectBatchesOf(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const values = [merchantId, environment, payoutIds];
  const rows = await database.query<{ id: string; batch_id: string }>(SELECT_BATCHES_OF, values);
  return new Map(rows.map((row) => [row.id, row.batch_id]));
}

/** Locks the approvals of a batch that wait; returns the ids of their payouts. */
export async function lockApprovalsOfBatch(tx: Transaction, key: BatchKey): Promise<string[]> {
  const rows = await tx.query<{ payout_id: string }>(LOCK_APPROVALS, valuesOf(key));
  return rows.map((row) => row.payout_id);
}

/** Sends the decision about the locked approvals of a batch. */
export function updateApprovalsOfBatch(
  tx: Transaction,
  key: BatchKey,
  { status, at, by }: { status: 'approved' | 'rejected'; at: Date; by: string },
): void {
  tx.send(DECIDE, [...valuesOf(key), status, at, by]);
}

/** Makes the payouts of an approved batch pending and due; returns how many. */
export async function approvePayoutsOfBatch(
  tx: Transaction,
  key: BatchKey,
  at: Date,
): Promise<number> {
  return (await tx.query(APPROVE, [...valuesOf(key), at])).length;
}

function valuesOf({ merchantId, environment, id }: BatchKey): unknown[] {
  return [merchantId, environment, id];
}
