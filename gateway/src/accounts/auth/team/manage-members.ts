import type { Actor } from '#src/ground/access/actor.ts';
import type { MemberRole } from '#src/ground/access/roles.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { endMembership } from '../memberships/end-membership.ts';
import {
  lockTeam,
  revokeInvitationsBy,
  selectMembers,
  updateMemberRole,
} from './invitation-store.ts';
import { refuseFormerOwner } from './refuse-former-owner.ts';
import type { TeamDeps } from './team.ts';
import { removedMail, roleChangedMail } from './team-mails.ts';

/**
 * Changes the role of a member, with effect from its next request. When an owner loses that role,
 * its pending invitations are revoked. Refuses `user_not_found`, `last_owner` and, to a former
 * owner, `role_missing`.
 */
export async function changeMemberRole(
  { database, clock, mailer }: TeamDeps,
  { memberRole, ...which }: { merchantId: string; userId: string; memberRole: MemberRole },
  by: Actor,
): Promise<void> {
  await database.transaction(async (tx) => {
    const now = clock.now();
    const { member, merchant, isLastOwner } = await lockMember(tx, which, by);
    if (member.memberRole === memberRole) return;
    if (isLastOwner) throw new Refusal('last_owner');
    updateMemberRole(tx, { ...which, memberRole });
    if (member.memberRole === 'owner') revokeInvitationsBy(tx, { ...which, now });
    recordChange(
      tx,
      by,
      {
        action: 'member.role_changed',
        merchantId: which.merchantId,
        subject: member.email,
        details: { from: member.memberRole, to: memberRole },
      },
      now,
    );
    await mailer.tell(tx, { email: member.email }, roleChangedMail(merchant, memberRole), now);
  });
}

/**
 * Removes a member: ends its sessions for the merchant, so all processes refuse its next request,
 * and revokes its pending invitations. A user without another merchant is deleted. Refuses
 * `user_not_found`, `last_owner` and, to a former owner, `role_missing`.
 */
export async function removeMember(
  { database, clock, mailer }: TeamDeps,
  which: { merchantId: string; userId: string },
  by: Actor,
): Promise<void> {
  await database.transaction(async (tx) => {
    const now = clock.now();
    const { member, merchant, isLastOwner } = await lockMember(tx, which, by);
    if (isLastOwner) throw new Refusal('last_owner');
    await endMembership(tx, which, now);
    const details = { role: member.memberRole };
    const { merchantId } = which;
    const change = {
      action: 'member.removed' as const,
      merchantId,
      subject: member.email,
      details,
    };
    recordChange(tx, by, change, now);
    await mailer.tell(tx, { email: member.email }, removedMail(merchant), now);
  });
}

/** Locks the team, which serialises two owners who remove each other, and finds a member. */
async function lockMember(
  tx: Transaction,
  { merchantId, userId }: { merchantId: string; userId: string },
  by: Actor,
) {
  const merchant = await lockTeam(tx, { merchantId });
  const members = await selectMembers(tx, { merchantId });
  refuseFormerOwner(members, by);
  const member = members.find((candidate) => candidate.userId === userId);
  if (merchant === undefined || !member) throw new Refusal('user_not_found');
  const owners = members.filter(({ memberRole }) => memberRole === 'owner');
  return { merchant, member, isLastOwner: member.memberRole === 'owner' && owners.length === 1 };
}
