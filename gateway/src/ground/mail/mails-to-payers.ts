import type { Queryable } from '../database/database.ts';
import * as f from '../database/fields.ts';
import { many, param, sql } from '../database/sql.ts';
import type { PayerMail } from './payer-mail.ts';

const selectNewest = many(
  'mails_select_to_payer',
  { payerMail: f.neverNull(f.json<PayerMail>()) },
  sql`select payer_mail from mails
    where recipient = ${param('recipient', f.text)} and payer_mail is not null
    order by id desc limit 1000`,
);

/** The mails to a payer that the outbox keeps, oldest first: up to a thousand of the newest. */
export async function selectPayerMailsTo(
  database: Queryable,
  recipient: string,
): Promise<readonly PayerMail[]> {
  const newest = await selectNewest(database, { recipient });
  return newest.map(({ payerMail }) => payerMail).toReversed();
}
