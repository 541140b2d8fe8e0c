import type { Actor } from '#src/ground/access/actor.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { AuthDeps } from './auth-deps.ts';
import { selectMerchantsOfUser } from './memberships/membership-store.ts';
import { deletePendingAccess, lockUser } from './password-reset-store.ts';
import { recordUserChange } from './record-user-change.ts';
import { deleteOtherSessions } from './session-store.ts';
import { selectUserByEmail } from './user-store.ts';

const NO_SESSION = '';

export type EndSessionsDeps = Pick<AuthDeps, 'database' | 'clock'>;

/**
 * Ends all sessions of a user, with the links and unfinished log-ins that could open new ones. Each
 * session's next request is refused. If a merchant is given, the user must belong to it. Refuses
 * `user_not_found`.
 * @returns how many sessions ended.
 */
export async function endSessionsOf(
  { database, clock }: EndSessionsDeps,
  { userId, merchantId }: { userId: string; merchantId?: string },
  by: Actor,
): Promise<number> {
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, { userId });
    const merchants = await selectMerchantsOfUser(tx, userId);
    const isOfMerchant = merchantId === undefined || merchants.includes(merchantId);
    if (!user || !isOfMerchant) throw new Refusal('user_not_found');
    const count = await deleteOtherSessions(tx, { userId, keptId: NO_SESSION });
    deletePendingAccess(tx, userId);
    const details = { sessions: count };
    const change = { action: 'account.sessions_ended', subject: user.email, details } as const;
    await recordUserChange(tx, by, userId, change, clock.now());
    return count;
  });
}

/**
 * Ends all sessions of the user with an e-mail, of a merchant or an operator; for the command line.
 * Refuses `user_not_found`.
 * @returns how many sessions ended.
 */
export async function endSessionsOfEmail(
  deps: EndSessionsDeps,
  email: string,
  by: Actor,
): Promise<number> {
  const user = await selectUserByEmail(deps.database, { email: email.trim().toLowerCase() });
  if (!user) throw new Refusal('user_not_found');
  return endSessionsOf(deps, { userId: user.id }, by);
}
