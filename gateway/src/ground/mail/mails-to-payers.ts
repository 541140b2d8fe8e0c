import type { Queryable } from '../database/database.ts';
import { selectToPayer } from './mail-store.ts';
import type { PayerMail } from './payer-mail.ts';

/** The mails to a payer that the outbox keeps, oldest first: up to a thousand of the newest. */
export async function selectPayerMailsTo(
  database: Queryable,
  recipient: string,
): Promise<readonly PayerMail[]> {
  return (await selectToPayer(database, recipient)).toReversed();
}
