import { recordChange } from '#src/audit/record-change.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { selectUserByEmail } from './account-store.ts';
import { deletePendingEntries } from './password-reset-store.ts';

/**
 * Writes into the audit log that an e-mail was confirmed by a link, without a session. Links that
 * were mailed to an address before, which may have been another, end.
 */
export async function recordConfirmation(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  email: string,
  address: string | null,
): Promise<void> {
  await database.transaction(async (tx) => {
    const user = await selectUserByEmail(tx, email);
    if (!user) throw new Error('a link changed a user that is not there');
    const by = { kind: user.role, id: user.id, name: email, address };
    const merchantId = user.merchant_id;
    const change = { action: 'account.email_confirmed', merchantId, subject: email };
    deletePendingEntries(tx, user.id);
    recordChange(tx, by, change, clock.now());
  });
}
