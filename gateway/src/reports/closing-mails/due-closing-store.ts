import * as f from '#src/ground/database/fields.ts';
import { countRows, many, maybeOne, paramsOf, run, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { DUE_MAILING } from './closing-mail.ts';

export const DUE_CLOSINGS: DueQueue = {
  name: 'closing-mailings',
  due: 'select from closing_mailings where due_at <= $1',
};

const $ = paramsOf({ ...DUE_MAILING, dueAt: f.instant, limit: f.count });
// Another process that has mailed the period has changed its first day.
const STILL_DUE = sql`merchant_id = ${$.merchantId} and address_id = ${$.recipientId}
      and period = ${$.period} and first_day = ${$.firstDay}::date
      and due_at is not null`;

/** The periods whose closings are due at an instant, longest due first. */
export const selectDueMailings = many(
  'closing_mailings_due',
  DUE_MAILING,
  sql`select merchant_id, address_id, period, first_day::text as first_day
    from closing_mailings where due_at <= ${$.dueAt.as('at')} order by due_at limit ${$.limit}`,
  HERE,
);

/**
 * Steps to the next period. Returns 0 if the period was mailed or its address was removed
 * meanwhile.
 */
export const stepMailing = countRows(
  'closing_mailing_step',
  sql`update closing_mailings set first_day = ${$.firstDay.as('nextDay')}::date,
      due_at = ${$.dueAt}
    where ${STILL_DUE}
    returning address_id`,
);

/** The confirmed address of a period; undefined if it was removed. */
export const selectConfirmed = maybeOne(
  'closing_recipient_confirmed_one',
  { email: f.text, language: f.textOf<Language>() },
  sql`select email, language from closing_recipients
    where merchant_id = ${$.merchantId} and id = ${$.recipientId} and confirmed_at is not null`,
);

/** Moves the time of a due closing, unless it was mailed meanwhile. */
export const postponeMailing = run(
  'closing_mailing_postpone',
  sql`update closing_mailings set due_at = ${$.dueAt}
    where ${STILL_DUE}`,
);
