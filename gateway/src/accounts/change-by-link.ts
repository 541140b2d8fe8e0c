import { recordChange } from '#src/audit/record-change.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database.ts';
import { selectUserByEmail } from './account-store.ts';

/** Writes into the audit log what somebody changed by a link out of a mail, without a session. */
export async function recordChangeByLink(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  email: string,
  action: 'account.password_reset' | 'account.email_confirmed',
  address: string | null,
): Promise<void> {
  await database.transaction(async (tx) => {
    const user = await selectUserByEmail(tx, email);
    if (!user) throw new Error('a link changed a user that is not there');
    const by = { kind: user.role, id: user.id, name: email, address };
    const change = { action, merchantId: user.merchant_id, subject: email };
    recordChange(tx, by, change, clock.now());
  });
}
