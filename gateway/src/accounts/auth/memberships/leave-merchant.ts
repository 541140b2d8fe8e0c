import type { Actor } from '#src/ground/access/actor.ts';
import type { Member } from '#src/ground/access/member-of-request.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { setSessionMerchant } from '../session-store.ts';
import { lockTeam, selectMembers } from '../team/invitation-store.ts';
import type { TeamDeps } from '../team/team.ts';
import { leftMail } from '../team/team-mails.ts';
import { endMembership } from './end-membership.ts';
import { chooseMembership, selectMemberships } from './membership-store.ts';

/**
 * Takes a person out of the team of one of its merchants, at its own wish. The session goes on with
 * another merchant; after the last one the person has no account any more. The owners get a mail.
 * Refuses `merchant_not_found`, also for a merchant that the person doesn't belong to, and
 * `last_owner`.
 */
export async function leaveMerchant(
  { database, clock, mailer }: TeamDeps,
  { userId, sessionId, email, merchant: opened }: Member,
  username: string,
  by: Actor,
): Promise<void> {
  const memberships = await selectMemberships(database, userId);
  const left = memberships.find((membership) => membership.username === username);
  if (!left) throw new Refusal('merchant_not_found');
  const { merchantId } = left;
  await database.transaction(async (tx) => {
    const now = clock.now();
    const merchant = await lockTeam(tx, { merchantId });
    const members = await selectMembers(tx, { merchantId });
    const member = members.find((candidate) => candidate.userId === userId);
    if (merchant === undefined || !member) throw new Refusal('merchant_not_found');
    const owners = members.filter(({ memberRole }) => memberRole === 'owner');
    const others = owners.filter((owner) => owner.userId !== userId);
    if (others.length === 0) throw new Refusal('last_owner');
    const next = memberships.find((membership) => membership.merchantId !== merchantId);
    if (next && opened.merchantId === merchantId) {
      const chosen = { userId, username: next.username, at: now };
      const nextId = await chooseMembership(tx, chosen);
      if (nextId !== undefined) setSessionMerchant(tx, { userId, sessionId, merchantId: nextId });
    }
    await endMembership(tx, { merchantId, userId }, now);
    const details = { role: member.memberRole };
    recordChange(tx, by, { action: 'member.left', merchantId, subject: email, details }, now);
    const message = leftMail({ merchant, email });
    for (const owner of others) await mailer.tell(tx, { email: owner.email }, message, now);
  });
}
