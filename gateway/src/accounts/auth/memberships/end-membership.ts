import type { Transaction } from '#src/ground/database/database.ts';
import { deletePendingAccess, lockUser } from '../password-reset-store.ts';
import { revokeInvitationsBy } from '../team/invitation-store.ts';
import { deleteMembership, deleteUser, selectMerchantsOfUser } from './membership-store.ts';

/**
 * Takes a person out of a team in the caller's transaction, which has locked the team: ends its
 * sessions for the merchant and revokes the invitations that it made. Deletes the user with the
 * last membership.
 */
export async function endMembership(
  tx: Transaction,
  which: { readonly merchantId: string; readonly userId: string },
  now: number,
): Promise<void> {
  const { merchantId, userId } = which;
  revokeInvitationsBy(tx, { merchantId, userId, now });
  // Two merchants may remove the person at the same time: one of them deletes the user.
  await lockUser(tx, { userId });
  const merchants = await selectMerchantsOfUser(tx, userId);
  deleteMembership(tx, which);
  if (merchants.some((other) => other !== merchantId)) return;
  deletePendingAccess(tx, userId);
  deleteUser(tx, userId);
}
