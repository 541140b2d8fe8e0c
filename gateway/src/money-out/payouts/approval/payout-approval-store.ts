import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  dueQueue,
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  rowsOf,
  run,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';
import { type DueQueue, SERVER_UNTIL } from '#src/ground/work/due-queues.ts';
import { isNotSetAsideAt } from '#src/ground/work/set-aside.ts';
import type { ApprovalCause } from '../payout.ts';
import type { PayoutApproval } from './payout-approval.ts';

const KEY = { ...f.SCOPE, payoutId: f.uuid };
const WAITING = {
  createdBy: f.orNull(f.text),
  expiresAt: f.instant,
  batchId: f.orNull(f.uuid),
};
const APPROVAL = {
  ...KEY,
  ...WAITING,
  cause: f.textOf<ApprovalCause>(),
  requestedBy: f.orNull(f.text),
  limit: f.inColumn('limit_centavos', f.orNull(f.centavos)),
};
const AMOUNT = { amount: f.inColumn('amount_centavos', f.centavos) };
const SHOWN = shaped(
  {
    ...APPROVAL,
    ...AMOUNT,
    status: f.textOf<PayoutApproval['status']>(),
    decidedAt: f.orNull(f.instant),
    decidedBy: f.orNull(f.text),
    reason: f.orNull(f.text),
    beneficiaryName: f.text,
    beneficiaryDocument: f.text,
    pixKey: f.text,
    pixKeyType: f.text,
    externalId: f.orNull(f.text),
    clientId: f.orNull(f.text),
    createdAt: f.instant,
  },
  ({ payoutId: id, ...row }): PayoutApproval => ({ ...row, id }),
);
/** An approval that waits and is locked. */
export type LockedApproval = f.RecordOf<typeof WAITING>;

const $ = paramsOf({
  ...f.SCOPE,
  /** The id of the payout. */
  id: f.uuid,
  status: f.textOf<'approved' | 'rejected' | 'expired'>(),
  decidedBy: f.text,
  reason: f.orNull(f.text),
  at: f.instant,
  limit: f.count,
  afterMs: f.double,
  leaseMs: f.double,
  rowsMax: f.count,
});
const OF_PAYOUT = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and payout_id = ${$.id}`;

/**
 * Sends the insert of approvals that wait. With `isAsked` the merchant has a server, which is asked
 * at once; with a batch they are decided with it.
 */
export const insertApprovals = send(
  'payout_approvals_insert',
  sql`insert into payout_approvals
      (merchant_id, environment, payout_id, cause, status, created_by, expires_at, ask_at,
      batch_id, requested_by, limit_centavos)
    select merchant_id, environment, payout_id, cause, 'waiting', created_by, expires_at,
      case when is_asked then now() end, batch_id, requested_by, limit_centavos
    from ${rowsOf('approvals', 'row', {
      ...KEY,
      cause: APPROVAL.cause,
      createdBy: WAITING.createdBy,
      expiresAt: f.instant,
      isAsked: f.bool,
      batchId: WAITING.batchId,
      requestedBy: APPROVAL.requestedBy,
      limit: APPROVAL.limit,
    })}`,
);

// The approval is locked before its payout, by every decision.
/** Locks an approval that waits; undefined when the payout waits for none. */
export const lockWaitingApproval = maybeOne(
  'payout_approval_lock_waiting',
  WAITING,
  sql`select created_by, expires_at, batch_id from payout_approvals
    where ${OF_PAYOUT} and status = 'waiting'
    for update`,
);

/** Sends the decision about an approval that the transaction has locked. */
export const updateApproval = send(
  'payout_approval_decide',
  sql`update payout_approvals set status = ${$.status}, decided_at = ${$.at},
      decided_by = ${$.decidedBy}, reason = ${$.reason}
    where ${OF_PAYOUT} and status = 'waiting'`,
);

/** Makes an approved payout pending and due; returns its amount, undefined if it did not wait. */
export const approvePendingPayout = maybeOne(
  'payout_approve',
  { id: f.uuid, ...AMOUNT },
  sql`update payouts set status = 'pending', due_at = ${$.at}
    where merchant_id = ${$.merchantId} and environment = ${$.environment} and id = ${$.id}
      and status = 'awaiting_approval'
    returning id, amount_centavos`,
);

const EXPIRED = sql`from payout_approvals a where status = 'waiting' and expires_at <= ${$.at}
      and ${isNotSetAsideAt('payout', 'a.payout_id', $.at)}`;
export const EXPIRED_APPROVALS = dueQueue({ name: 'payout-approvals' }, sql`select ${EXPIRED}`);

/** The payouts whose approvals have expired, longest ago first. */
export const selectExpiredApprovals = many(
  'payout_approvals_select_expired',
  shaped(KEY, ({ payoutId: id, ...scope }) => ({ ...scope, id })),
  sql`select merchant_id, environment, payout_id ${EXPIRED} order by expires_at
    limit ${$.limit}`,
  HERE,
);

const FACTS = `a.merchant_id, a.environment, a.payout_id, a.cause, a.created_by, a.requested_by,
      a.limit_centavos, a.status, a.expires_at, a.decided_at, a.decided_by, a.reason, a.batch_id,
      p.amount_centavos, p.beneficiary_name, p.beneficiary_document, p.pix_key, p.pix_key_type,
      p.external_id, p.client_id, p.created_at
    from payout_approvals a
    join payouts p on (p.merchant_id, p.environment, p.id)
      = (a.merchant_id, a.environment, a.payout_id)`;

/** The approval of a payout; undefined when it has none. */
export const selectApproval = maybeOne(
  'payout_approval_select',
  SHOWN,
  sql`select ${FACTS}
    where a.merchant_id = ${$.merchantId} and a.environment = ${$.environment}
      and a.payout_id = ${$.id}`,
);

/** Who decided about payouts, and why, in no order. */
export const selectDecisions = many(
  'payout_approvals_select_decisions',
  { payoutId: f.uuid, decidedBy: f.orNull(f.text), reason: f.orNull(f.text) },
  sql`select a.payout_id, a.decided_by, a.reason from ${rowsOf('payouts', 'key', KEY)}
    join payout_approvals a on (a.merchant_id, a.environment, a.payout_id)
      = (key.merchant_id, key.environment, key.payout_id)`,
);

/** The payouts of a scope that wait for an approval, newest first, before an id. */
export const selectWaitingPayouts = many(
  'payout_approvals_list_waiting',
  SHOWN,
  sql`select ${FACTS}
    where a.merchant_id = ${$.merchantId} and a.environment = ${$.environment}
      and a.status = 'waiting' and a.batch_id is null
      and a.payout_id < ${$.id.as('beforeId')}
    order by a.payout_id desc limit ${$.limit}`,
);

/** The last three other payouts that were paid to the Pix key of each payout, newest first. */
export const selectLastToKeys = many(
  'payout_approvals_last_to_keys',
  {
    payoutId: f.uuid,
    id: f.uuid,
    ...AMOUNT,
    paidAt: f.instant,
  },
  sql`select key.payout_id, last.id, last.amount_centavos, last.paid_at
    from ${rowsOf('payouts', 'key', {
      ...KEY,
      pixKey: f.text,
    })}
    cross join lateral (
      select p.id, p.amount_centavos, coalesce(p.paid_at, p.created_at) as paid_at from payouts p
      where p.status = 'paid' and p.pix_key = key.pix_key
        and p.merchant_id = key.merchant_id and p.environment = key.environment
        and p.id <> key.payout_id
      order by p.id desc limit 3
    ) last
    order by last.id desc`,
);

/** Counts what the members of a scope may decide: payouts and batches, up to 100 of each. */
export const countForMembers = one(
  'payout_approvals_count_for_members',
  { count: f.count },
  sql`select (select count(*) from (
        select from payout_approvals where merchant_id = ${$.merchantId}
          and environment = ${$.environment} and status = 'waiting' and batch_id is null
        limit 100) payouts)
      + (select count(*) from (
        select from payout_batches where merchant_id = ${$.merchantId}
          and environment = ${$.environment} and status = 'awaiting_approval'
          and expires_at > ${$.at}
        limit 100) batches) as count`,
);

/** Those of the payouts that a user asked for and that need or needed an approval. */
export const selectAskedBy = many(
  'payout_approvals_select_asked_by',
  shaped({ payoutId: f.uuid }, ({ payoutId }) => payoutId),
  sql`select payout_id from payout_approvals
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and payout_id = any(${param('ids', f.listOf(f.uuid))})
      and created_by = ${param('userId', f.text)}`,
);

const COUNTED_MAX = '10000';
const countWaiting = many(
  'payout_approvals_count_waiting',
  { count: f.bigint },
  sql`select count(*) from (
      select from payout_approvals where status = 'waiting' limit ${COUNTED_MAX}) waiting`,
  EACH_BUCKET,
);

/** How many payouts wait for an approval, up to 10,000 in each bucket. */
export async function countWaitingApprovals(database: Queryable): Promise<number> {
  return sumCounts(await countWaiting(database), 'count');
}

export const DUE_CALLS: DueQueue = {
  name: 'approval-calls',
  due: `select from payout_approvals where status = 'waiting' and ask_at <= now()`,
  soon: `select from payout_approvals where status = 'waiting' and ask_at <= ${SERVER_UNTIL}`,
};

/** Leases approvals whose server is due to be called, so that no other process calls it too. */
export const leaseCalls = many(
  'payout_approvals_lease_calls',
  shaped({ ...f.SCOPE, payoutId: f.uuid }, ({ payoutId: id, ...scope }) => ({ ...scope, id })),
  sql`with due as (
      select merchant_id, environment, payout_id from payout_approvals
      where status = 'waiting' and ask_at <= now()
      order by ask_at limit ${$.rowsMax} for update skip locked
    )
    update payout_approvals a set ask_at = now() + ${$.leaseMs} * interval '1 millisecond' from due
    where (a.merchant_id, a.environment, a.payout_id)
      = (due.merchant_id, due.environment, due.payout_id)
    returning a.merchant_id, a.environment, a.payout_id`,
  HERE,
);

/** Makes the call of the server due again after `afterMs`. */
export const callAgain = run(
  'payout_approval_call_again',
  sql`update payout_approvals set ask_at = now() + ${$.afterMs} * interval '1 millisecond'
    where ${OF_PAYOUT}`,
);

/** Ends the calls about a payout whose server was removed: the members decide. */
export const stopCalls = run(
  'payout_approval_stop_calls',
  sql`update payout_approvals set ask_at = null
    where ${OF_PAYOUT}`,
);
