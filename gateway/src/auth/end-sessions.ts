import type { Actor } from '#src/access/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { deleteOtherSessions, selectUserByEmail } from './account-store.ts';
import { deletePendingEntries, lockUser } from './password-reset-store.ts';

const NO_SESSION = '';

export interface EndSessionsDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Ends all sessions of a user, with the links and half log-ins that could open new ones; the next
 * request of each is refused. With a merchant the user must be of it. Refuses `user_not_found`.
 * @returns how many sessions there were.
 */
export async function endSessionsOf(
  { database, clock }: EndSessionsDeps,
  { userId, merchantId }: { userId: string; merchantId?: string },
  by: Actor,
): Promise<number> {
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const isOfMerchant = merchantId === undefined || user?.merchant_id === merchantId;
    if (!user || !isOfMerchant) throw new Refusal('user_not_found');
    const count = await deleteOtherSessions(tx, userId, NO_SESSION);
    deletePendingEntries(tx, userId);
    const change = {
      action: 'account.sessions_ended',
      merchantId: user.merchant_id,
      subject: user.email,
      details: { sessions: count },
    };
    recordChange(tx, by, change, clock.now());
    return count;
  });
}

/** The same for a command, which names a user by e-mail: a merchant's or an operator. */
export async function endSessionsOfEmail(
  deps: EndSessionsDeps,
  email: string,
  by: Actor,
): Promise<number> {
  const user = await selectUserByEmail(deps.database, email.trim().toLowerCase());
  if (!user) throw new Refusal('user_not_found');
  return endSessionsOf(deps, { userId: user.id }, by);
}
