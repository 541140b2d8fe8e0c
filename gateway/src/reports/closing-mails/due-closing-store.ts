import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import type { DueMailing } from './closing-mail.ts';
import type { ClosingPeriod } from './closing-period.ts';

const SELECT_DUE = {
  name: 'closing_mailings_due',
  place: HERE,
  text: `select merchant_id, address_id, period, first_day::text as first_day
    from closing_mailings where due_at <= $1 order by due_at limit $2`,
};
export const DUE_CLOSINGS: DueQueue = {
  name: 'closing-mailings',
  due: 'select from closing_mailings where due_at <= $1',
};
// Another process that has mailed the period has changed its first day.
const STEP = {
  name: 'closing_mailing_step',
  text: `update closing_mailings set first_day = $5::date, due_at = $6
    where merchant_id = $1 and address_id = $2 and period = $3 and first_day = $4::date
      and due_at is not null
    returning address_id`,
};
const RECIPIENT = {
  name: 'closing_recipient_confirmed_one',
  text: `select email, language from closing_recipients
    where merchant_id = $1 and id = $2 and confirmed_at is not null`,
};
const POSTPONE = {
  name: 'closing_mailing_postpone',
  text: `update closing_mailings set due_at = $5
    where merchant_id = $1 and address_id = $2 and period = $3 and first_day = $4::date
      and due_at is not null`,
};

/** The periods whose closings are due, longest due first. */
export async function selectDueMailings(
  database: Queryable,
  at: Date,
  limit: number,
): Promise<DueMailing[]> {
  const rows = await database.query<{
    merchant_id: string;
    address_id: string;
    period: ClosingPeriod;
    first_day: string;
  }>(SELECT_DUE, [at, limit]);
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    recipientId: row.address_id,
    period: row.period,
    firstDay: row.first_day,
  }));
}

/**
 * Steps to the next period. Returns false if the period was mailed or its address was removed
 * meanwhile.
 */
export async function stepMailing(
  tx: Transaction,
  { merchantId, recipientId, period, firstDay }: DueMailing,
  next: { readonly firstDay: string; readonly dueAt: number },
): Promise<boolean> {
  const values = [merchantId, recipientId, period, firstDay, next.firstDay, new Date(next.dueAt)];
  return (await tx.query(STEP, values)).length === 1;
}

/** The confirmed address of a period; undefined if it was removed. */
export async function selectConfirmed(
  tx: Transaction,
  { merchantId, recipientId }: DueMailing,
): Promise<{ readonly email: string; readonly language: Language } | undefined> {
  const rows = await tx.query<{ email: string; language: Language }>(RECIPIENT, [
    merchantId,
    recipientId,
  ]);
  return rows[0];
}

/** Moves the time of a due closing, unless it was mailed meanwhile. */
export async function postponeMailing(
  database: Queryable,
  { merchantId, recipientId, period, firstDay }: DueMailing,
  until: Date,
): Promise<void> {
  await database.query(POSTPONE, [merchantId, recipientId, period, firstDay, until]);
}
