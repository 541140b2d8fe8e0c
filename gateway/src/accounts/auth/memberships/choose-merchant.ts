import type { Actor } from '#src/ground/access/actor.ts';
import type { PanelUser } from '#src/ground/access/member-of-request.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { setSessionMerchant } from '../session-store.ts';
import { chooseMembership } from './membership-store.ts';

/**
 * Lets a person's session act for another of its merchants, from its next request on; later log-ins
 * open this merchant. Its audit log records it. Refuses `merchant_not_found`, alike for an unknown
 * merchant and for one that the person doesn't belong to.
 */
export async function chooseMerchant(
  { database, clock }: Pick<AuthDeps, 'database' | 'clock'>,
  { userId, sessionId, email }: PanelUser,
  username: string,
  by: Actor,
): Promise<void> {
  await database.transaction(async (tx) => {
    const now = clock.now();
    const merchantId = await chooseMembership(tx, { userId, username, at: now });
    if (merchantId === undefined) throw new Refusal('merchant_not_found');
    setSessionMerchant(tx, { userId, sessionId, merchantId });
    const change = { action: 'account.merchant_chosen', merchantId, subject: email } as const;
    recordChange(tx, by, change, now);
  });
}
