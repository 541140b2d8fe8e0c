import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { deletePendingAccess } from './password-reset-store.ts';
import { selectUserByEmail } from './user-store.ts';

/**
 * Records in the audit log that a link, without a session, confirmed an e-mail. Deletes the user's
 * other links: they may have been mailed to an earlier address. Throws if no user has the e-mail.
 */
export async function recordEmailConfirmation(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  email: string,
  address: string | null,
): Promise<void> {
  await database.transaction(async (tx) => {
    const user = await selectUserByEmail(tx, email);
    if (!user) throw new Error('no user has the e-mail that was confirmed');
    const by = { kind: user.role, id: user.id, name: email, address };
    const merchantId = user.merchant_id;
    const change = { action: 'account.email_confirmed', merchantId, subject: email };
    deletePendingAccess(tx, user.id);
    recordChange(tx, by, change, clock.now());
  });
}
