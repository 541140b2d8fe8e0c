import * as f from '#src/ground/database/fields.ts';
import { dueQueue, many, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { PayoutMail, PayoutMailKind } from './payout-mail.ts';

const KEY = { merchantId: f.uuid, kind: f.textOf<PayoutMailKind>(), subject: f.text };
const MAIL = {
  ...KEY,
  payoutCount: f.bigint,
  amount: f.inColumn('amount_centavos', f.bigint),
  requestedBy: f.orNull(f.text),
  details: f.json<PayoutMail['details']>('jsonb'),
};
const $ = paramsOf({ ...KEY, at: f.instant, quietUntil: f.instant, limit: f.count });
const OF_KEY = sql`merchant_id = ${$.merchantId} and kind = ${$.kind} and subject = ${$.subject}`;

// A waiting mail keeps its instant, so that many changes have one mail. It names who rejected its
// payouts, and why, while that is the same of all.
/** Sends the write of waiting mails. Each row at most once. */
export const addPayoutMails = send(
  'payout_notices_add',
  sql`insert into payout_notices as n (merchant_id, kind, subject, payout_count, amount_centavos,
      requested_by, details, due_at, quiet_until)
    select merchant_id, kind, subject, payout_count, amount_centavos, requested_by, details, due_at,
      due_at
    from ${rowsOf('mails', 'row', { ...MAIL, dueAt: f.instant })}
    order by merchant_id, kind, subject
    on conflict (merchant_id, kind, subject) do update set
      payout_count = n.payout_count + excluded.payout_count,
      amount_centavos = n.amount_centavos + excluded.amount_centavos,
      requested_by = case when n.payout_count = 0 or n.requested_by = excluded.requested_by
        then excluded.requested_by end,
      details = excluded.details - case
        when n.payout_count = 0 then '{}'::text[]
        when n.details ->> 'decided_by' is distinct from excluded.details ->> 'decided_by'
          then '{decided_by,reason}'
        when n.details ->> 'reason' is distinct from excluded.details ->> 'reason' then '{reason}'
        else '{}' end,
      due_at = case when n.payout_count = 0 then greatest(excluded.due_at, n.quiet_until)
        else n.due_at end`,
);

const DUE = sql`from payout_notices where due_at <= ${$.at}`;
export const DUE_PAYOUT_MAILS = dueQueue({ name: 'payout-notices' }, sql`select ${DUE}`);

/** Locks mails that are due, longest due first. */
export const lockDuePayoutMails = many(
  'payout_notices_lock_due',
  MAIL,
  sql`select merchant_id, kind, subject, payout_count, amount_centavos, requested_by, details
    ${DUE} order by due_at limit ${$.limit} for update skip locked`,
  HERE,
);

/** Sends that a mail was written and that the next one of its kind waits until an instant. */
export const resetPayoutMail = send(
  'payout_notice_empty',
  sql`update payout_notices set payout_count = 0, amount_centavos = 0, requested_by = null,
      details = '{}', due_at = 'infinity', quiet_until = ${$.quietUntil}
    where ${OF_KEY}`,
);

/** Sends the delete of a waiting mail. */
export const deletePayoutMail = send(
  'payout_notice_delete',
  sql`delete from payout_notices where ${OF_KEY}`,
);
