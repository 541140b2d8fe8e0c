import type { Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import type { NewPayoutMail, PayoutMail, PayoutMailKind } from './payout-mail.ts';

// A waiting mail keeps its instant, so that many changes have one mail.
const ADD = {
  name: 'payout_notices_add',
  text: `insert into payout_notices as n (merchant_id, kind, subject, payout_count, amount_centavos,
      requested_by, details, due_at, quiet_until)
    select merchant_id, kind, subject, payout_count, amount_centavos, requested_by, details, due_at,
      due_at
    from json_to_recordset($1) as row (merchant_id uuid, kind text, subject text,
      payout_count bigint, amount_centavos bigint, requested_by text, details jsonb,
      due_at timestamptz)
    order by merchant_id, kind, subject
    on conflict (merchant_id, kind, subject) do update set
      payout_count = n.payout_count + excluded.payout_count,
      amount_centavos = n.amount_centavos + excluded.amount_centavos,
      requested_by = case when n.payout_count = 0 or n.requested_by = excluded.requested_by
        then excluded.requested_by end,
      details = excluded.details,
      due_at = case when n.payout_count = 0 then greatest(excluded.due_at, n.quiet_until)
        else n.due_at end`,
};
const LOCK_DUE = {
  name: 'payout_notices_lock_due',
  place: HERE,
  text: `select merchant_id, kind, subject, payout_count, amount_centavos, requested_by, details
    from payout_notices where due_at <= $1 order by due_at limit $2 for update skip locked`,
};
export const DUE_PAYOUT_MAILS: DueQueue = {
  name: 'payout-notices',
  due: 'select from payout_notices where due_at <= $1',
};
const EMPTY = {
  name: 'payout_notice_empty',
  text: `update payout_notices set payout_count = 0, amount_centavos = 0, requested_by = null,
      details = '{}', due_at = 'infinity', quiet_until = $4
    where merchant_id = $1 and kind = $2 and subject = $3`,
};
const DELETE = {
  name: 'payout_notice_delete',
  text: 'delete from payout_notices where merchant_id = $1 and kind = $2 and subject = $3',
};

/** Sends the write of waiting mails. Each row at most once. */
export function addPayoutMails(tx: Transaction, mails: readonly NewPayoutMail[]): void {
  const rows = mails.map((mail) => ({
    merchant_id: mail.merchantId,
    kind: mail.kind,
    subject: mail.subject,
    payout_count: mail.payoutCount.toString(),
    amount_centavos: mail.amount.toString(),
    requested_by: mail.requestedBy,
    details: mail.details,
    due_at: new Date(mail.dueAt),
  }));
  tx.send(ADD, [JSON.stringify(rows)]);
}

interface PayoutMailRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly kind: PayoutMailKind;
  readonly subject: string;
  readonly payout_count: bigint;
  readonly amount_centavos: bigint;
  readonly requested_by: string | null;
  readonly details: Record<string, string | null>;
}

/** Locks mails that are due, longest due first. */
export async function lockDuePayoutMails(
  tx: Transaction,
  at: Date,
  limit: number,
): Promise<PayoutMail[]> {
  const rows = await tx.query<PayoutMailRow>(LOCK_DUE, [at, limit]);
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    kind: row.kind,
    subject: row.subject,
    payoutCount: row.payout_count,
    amount: row.amount_centavos,
    requestedBy: row.requested_by,
    details: row.details,
  }));
}

export type PayoutMailKey = Pick<PayoutMail, 'merchantId' | 'kind' | 'subject'>;

/** Sends that a mail was written and that the next one of its kind waits until an instant. */
export function resetPayoutMail(tx: Transaction, key: PayoutMailKey, quietUntil: Date): void {
  tx.send(EMPTY, [key.merchantId, key.kind, key.subject, quietUntil]);
}

/** Sends the delete of a waiting mail. */
export function deletePayoutMail(
  tx: Transaction,
  { merchantId, kind, subject }: PayoutMailKey,
): void {
  tx.send(DELETE, [merchantId, kind, subject]);
}
