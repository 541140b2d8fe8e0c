import type { Actor } from '#src/ground/access/actor.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { AuthDeps } from './auth-deps.ts';
import { deletePendingAccess, lockUser } from './password-reset-store.ts';
import { recordUserChange } from './record-user-change.ts';
import { deleteSecondFactorOf, markSecondFactorRemoved } from './second-factor-store.ts';
import { deleteOtherSessions } from './session-store.ts';
import { secondFactorChangedMail } from './user-mails.ts';
import { selectUserByEmail } from './user-store.ts';

const NO_SESSION = '';

/**
 * Turns the second factor of a user off, after the user has lost it and the recovery codes; for the
 * command line. Ends all sessions and writes a mail to the user. The password stays the same.
 * Refuses `user_not_found`.
 */
export async function resetSecondFactor(
  { database, clock, mailer }: Pick<AuthDeps, 'database' | 'clock' | 'mailer'>,
  email: string,
  by: Actor,
): Promise<void> {
  await database.transaction(async (tx) => {
    const account = await selectUserByEmail(tx, { email: email.trim().toLowerCase() });
    const user = account && (await lockUser(tx, { userId: account.id }));
    if (!user) throw new Refusal('user_not_found');
    const now = clock.now();
    deleteSecondFactorOf(tx, user.id);
    markSecondFactorRemoved(tx, { userId: user.id, at: now });
    await deleteOtherSessions(tx, { userId: user.id, keptId: NO_SESSION });
    deletePendingAccess(tx, user.id);
    const { id, email: subject } = user;
    const change = { action: 'account.second_factor_reset', subject } as const;
    await recordUserChange(tx, by, id, change, now);
    await mailer.tell(tx, { email: subject }, secondFactorChangedMail(mailer.appUrl, false), now);
  });
}
