import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import type { PayoutKey } from '../payout.ts';
import type { ApprovalCause, PayoutApproval } from './payout-approval.ts';

const INSERT = {
  name: 'payout_approvals_insert',
  text: `insert into payout_approvals
      (merchant_id, environment, payout_id, cause, status, created_by, expires_at, ask_at,
      batch_id, requested_by, limit_centavos)
    select merchant_id, environment, payout_id, cause, 'waiting', created_by, expires_at,
      case when is_asked then now() end, batch_id, requested_by, limit_centavos
    from json_to_recordset($1) as row (merchant_id uuid, environment text, payout_id uuid,
      cause text, created_by text, expires_at timestamptz, is_asked boolean, batch_id uuid,
      requested_by text, limit_centavos bigint)`,
};
// The approval is locked before its payout, by every decision.
const LOCK_WAITING = {
  name: 'payout_approval_lock_waiting',
  text: `select created_by, expires_at, batch_id from payout_approvals
    where merchant_id = $1 and environment = $2 and payout_id = $3 and status = 'waiting'
    for update`,
};
const DECIDE = {
  name: 'payout_approval_decide',
  text: `update payout_approvals set status = $4, decided_at = $5, decided_by = $6
    where merchant_id = $1 and environment = $2 and payout_id = $3 and status = 'waiting'`,
};
const APPROVE_PAYOUT = {
  name: 'payout_approve',
  text: `update payouts set status = 'pending', due_at = $4
    where merchant_id = $1 and environment = $2 and id = $3 and status = 'awaiting_approval'
    returning id, amount_centavos`,
};
const EXPIRED = `from payout_approvals a where status = 'waiting' and expires_at <= $1
      and ${isNotSetAside('payout', 'a.payout_id')}`;
const SELECT_EXPIRED = {
  name: 'payout_approvals_select_expired',
  place: HERE,
  text: `select merchant_id, environment, payout_id ${EXPIRED} order by expires_at limit $2`,
};
export const EXPIRED_APPROVALS: DueQueue = { name: 'payout-approvals', due: `select ${EXPIRED}` };
const FACTS = `a.merchant_id, a.environment, a.payout_id, a.cause, a.created_by, a.requested_by,
      a.limit_centavos, a.status, a.expires_at, a.decided_at, a.decided_by, a.batch_id,
      p.amount_centavos, p.beneficiary_name, p.beneficiary_document, p.pix_key, p.pix_key_type,
      p.external_id, p.client_id, p.created_at
    from payout_approvals a
    join payouts p on (p.merchant_id, p.environment, p.id)
      = (a.merchant_id, a.environment, a.payout_id)`;
const SELECT = {
  name: 'payout_approval_select',
  text: `select ${FACTS}
    where a.merchant_id = $1 and a.environment = $2 and a.payout_id = $3`,
};
const LIST_WAITING = {
  name: 'payout_approvals_list_waiting',
  text: `select ${FACTS}
    where a.merchant_id = $1 and a.environment = $2 and a.status = 'waiting' and a.batch_id is null
      and a.payout_id < $3
    order by a.payout_id desc limit $4`,
};
const COUNTED_MAX = 10_000;
const COUNT_WAITING = {
  name: 'payout_approvals_count_waiting',
  place: EACH_BUCKET,
  text: `select count(*) from (
      select from payout_approvals where status = 'waiting' limit ${COUNTED_MAX}) waiting`,
};

/** An approval to insert; `expiresAt` in milliseconds. */
export interface NewApproval {
  readonly key: PayoutKey;
  readonly cause: ApprovalCause;
  readonly createdBy: string | null;
  readonly expiresAt: number;
  /** Whether the merchant has a server, which is asked at once. */
  readonly isAsked: boolean;
  /** The batch with which it is decided; null when it is decided alone. */
  readonly batchId: string | null;
  /** The name of the user who requested it; null for a key pair. */
  readonly requestedBy: string | null;
  /** The limit that it passes; null when only the sum of its batch does. */
  readonly limit: Centavos | null;
}

/** Sends the insert of approvals that wait. */
export function insertApprovals(tx: Transaction, approvals: readonly NewApproval[]): void {
  const rows = approvals.map(
    ({ key, cause, createdBy, expiresAt, isAsked, batchId, ...facts }) => ({
      merchant_id: key.merchantId,
      environment: key.environment,
      payout_id: key.id,
      cause,
      created_by: createdBy,
      expires_at: new Date(expiresAt),
      is_asked: isAsked,
      batch_id: batchId,
      requested_by: facts.requestedBy,
      limit_centavos: facts.limit?.toString() ?? null,
    }),
  );
  tx.send(INSERT, [JSON.stringify(rows)]);
}

export interface LockedApprovalRow extends Record<string, unknown> {
  readonly created_by: string | null;
  readonly expires_at: number;
  readonly batch_id: string | null;
}

/** Locks an approval that waits; undefined when the payout waits for none. */
export async function lockWaitingApproval(
  tx: Transaction,
  { merchantId, environment, id }: PayoutKey,
): Promise<LockedApprovalRow | undefined> {
  return (await tx.query<LockedApprovalRow>(LOCK_WAITING, [merchantId, environment, id]))[0];
}

export interface ApprovalDecision {
  readonly status: 'approved' | 'rejected' | 'expired';
  readonly decidedBy: string;
  readonly at: Date;
}

/** Sends the decision about an approval that the transaction has locked. */
export function updateApproval(
  tx: Transaction,
  { merchantId, environment, id }: PayoutKey,
  { status, at, decidedBy }: ApprovalDecision,
): void {
  tx.send(DECIDE, [merchantId, environment, id, status, at, decidedBy]);
}

/** Makes an approved payout pending and due; returns its amount, undefined if it did not wait. */
export async function approvePendingPayout(
  tx: Transaction,
  { merchantId, environment, id }: PayoutKey,
  at: Date,
): Promise<bigint | undefined> {
  const values = [merchantId, environment, id, at];
  const [row] = await tx.query<{ amount_centavos: bigint }>(APPROVE_PAYOUT, values);
  return row?.amount_centavos;
}

interface KeyRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly payout_id: string;
}

/** The payouts whose approvals have expired, longest ago first. */
export async function selectExpiredApprovals(
  database: Queryable,
  at: Date,
  limit: number,
): Promise<PayoutKey[]> {
  const rows = await database.query<KeyRow>(SELECT_EXPIRED, [at, limit]);
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.payout_id,
  }));
}

interface ApprovalRow extends KeyRow {
  readonly cause: ApprovalCause;
  readonly created_by: string | null;
  readonly requested_by: string | null;
  readonly limit_centavos: bigint | null;
  readonly status: PayoutApproval['status'];
  readonly expires_at: number;
  readonly decided_at: number | null;
  readonly decided_by: string | null;
  readonly batch_id: string | null;
  readonly amount_centavos: bigint;
  readonly beneficiary_name: string;
  readonly beneficiary_document: string;
  readonly client_id: string | null;
  readonly pix_key: string;
  readonly pix_key_type: string;
  readonly external_id: string | null;
  readonly created_at: number;
}

/** The payouts of a scope that wait for an approval, newest first, before an id. */
export async function selectWaitingPayouts(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<PayoutApproval[]> {
  const values = [merchantId, environment, beforeId, limit];
  const rows = await database.query<ApprovalRow>(LIST_WAITING, values);
  return rows.map(approvalFromRow);
}

/** The approval of a payout; undefined when it has none. */
export async function selectApproval(
  database: Queryable,
  { merchantId, environment, id }: PayoutKey,
): Promise<PayoutApproval | undefined> {
  const [row] = await database.query<ApprovalRow>(SELECT, [merchantId, environment, id]);
  return row && approvalFromRow(row);
}

function approvalFromRow(row: ApprovalRow): PayoutApproval {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.payout_id,
    amount: centavos(row.amount_centavos),
    beneficiaryName: row.beneficiary_name,
    beneficiaryDocument: row.beneficiary_document,
    pixKey: row.pix_key,
    pixKeyType: row.pix_key_type,
    externalId: row.external_id,
    cause: row.cause,
    limit: row.limit_centavos === null ? null : centavos(row.limit_centavos),
    status: row.status,
    createdBy: row.created_by,
    requestedBy: row.requested_by,
    clientId: row.client_id,
    batchId: row.batch_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
  };
}

/** How many payouts wait for an approval, up to 10,000. */
export async function countWaitingApprovals(database: Queryable): Promise<number> {
  return sumCounts(await database.query<{ count: bigint }>(COUNT_WAITING, []), 'count');
}
