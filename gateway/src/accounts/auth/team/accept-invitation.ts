import type { Actor } from '#src/ground/access/actor.ts';
import type { MemberRole } from '#src/ground/access/roles.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { sha256 } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { checkName } from '../../merchants/merchant.ts';
import {
  insertMembership,
  MEMBERSHIPS_MAX,
  selectMerchantsOfUser,
} from '../memberships/membership-store.ts';
import { lockUser } from '../password-reset-store.ts';
import { refuseWeakPassword } from '../refuse-weak-password.ts';
import { insertUser } from '../user-store.ts';
import {
  acceptInvitationRow,
  type InvitationOfToken,
  lockTeam,
  selectInvitationByToken,
  selectMembers,
} from './invitation-store.ts';
import type { AcceptDeps, TeamDeps, TeamMember } from './team.ts';
import { joinedMail } from './team-mails.ts';

/** An invitation as its recipient sees it before accepting. */
export interface OpenedInvitation {
  readonly merchantName: string;
  readonly email: string;
  readonly memberRole: MemberRole;
  /** Whether the e-mail has an account; it then joins with its log-in. */
  readonly hasAccount: boolean;
}

/** Reads the invitation of a link. Refuses `link_invalid`. */
export async function openInvitation(
  { database, clock }: { readonly database: Queryable; readonly clock: TeamDeps['clock'] },
  token: string,
): Promise<OpenedInvitation> {
  const { merchantName, email, memberRole, hasAccount } = await findInvitation(
    { database, clock },
    token,
  );
  return { merchantName, email, memberRole, hasAccount };
}

/**
 * Accepts an invitation of an e-mail without an account: creates the member with a password. The
 * link proves the e-mail. The owners get a mail. Refuses `link_invalid`, and `name_invalid`,
 * `password_too_weak` and `email_taken`, after which the link can still be used.
 */
export async function acceptInvitation(
  deps: AcceptDeps,
  accepted: { token: string; name: string; password: string },
  address: string,
): Promise<void> {
  const { database, clock } = deps;
  const invitation = await findInvitation(deps, accepted.token);
  const { merchantId, email, memberRole } = invitation;
  const name = accepted.name.trim();
  checkName(name);
  await refuseWeakPassword(accepted.password, { email, name, username: invitation.username });
  const passwordHash = await deps.passwords.hash(accepted.password);
  await database.transaction(async (tx) => {
    const now = clock.now();
    const team = await openTeam(tx, invitation, now);
    const id = createId(now);
    const access = { merchantId, memberRole };
    const user = { id, name, email, isEmailConfirmed: true, passwordHash, access };
    if (!(await insertUser(tx, user, now))) throw new Refusal('email_taken');
    await tellOfMember(deps, tx, { ...team, invitation, by: memberActor(id, email, address) }, now);
  });
}

/**
 * Accepts an invitation of an e-mail that has an account, by its owner who is logged in: the person
 * gets another merchant. The owners get a mail. Returns the merchant's username. Refuses
 * `link_invalid`, and `invitation_for_other`, `member_exists`, `too_many_merchants` and, to an
 * operator, `email_taken`, after which the link can still be used.
 */
export async function joinByInvitation(
  deps: TeamDeps,
  { token, userId, address }: { token: string; userId: string; address: string },
): Promise<string> {
  const { database, clock } = deps;
  const invitation = await findInvitation(deps, token);
  const { merchantId, email, memberRole } = invitation;
  await database.transaction(async (tx) => {
    const now = clock.now();
    const team = await openTeam(tx, invitation, now);
    // The lock keeps the e-mail, and the user, until the membership is there.
    const user = await lockUser(tx, { userId });
    if (user?.email !== email) throw new Refusal('invitation_for_other');
    if (user.role !== 'merchant') throw new Refusal('email_taken');
    const merchants = await selectMerchantsOfUser(tx, userId);
    if (merchants.includes(merchantId)) throw new Refusal('member_exists');
    if (merchants.length >= MEMBERSHIPS_MAX) throw new Refusal('too_many_merchants');
    await insertMembership(tx, { merchantId, userId, memberRole, at: now });
    const by = memberActor(userId, email, address);
    await tellOfMember(deps, tx, { ...team, invitation, by }, now);
  });
  return invitation.username;
}

/** The invitation of a link. Refuses `link_invalid`. */
async function findInvitation(
  { database, clock }: { readonly database: Queryable; readonly clock: TeamDeps['clock'] },
  token: string,
): Promise<InvitationOfToken> {
  const tokenSha256 = sha256(token);
  const invitation = await selectInvitationByToken(database, { tokenSha256, now: clock.now() });
  if (!invitation) throw new Refusal('link_invalid');
  return invitation;
}

interface OpenTeam {
  readonly merchant: string;
  readonly owners: readonly TeamMember[];
}

/** Locks the team of an invitation and marks it as accepted. Refuses `link_invalid`. */
async function openTeam(
  tx: Transaction,
  { id, merchantId }: InvitationOfToken,
  now: number,
): Promise<OpenTeam> {
  const merchant = await lockTeam(tx, { merchantId });
  const acceptedCount = await acceptInvitationRow(tx, { id, now });
  if (acceptedCount === 0 || merchant === undefined) throw new Refusal('link_invalid');
  return { merchant, owners: (await selectMembers(tx, { merchantId })).filter(isOwner) };
}

/** Records that a person has joined a team, and tells the owners. */
async function tellOfMember(
  { mailer }: TeamDeps,
  tx: Transaction,
  joined: OpenTeam & { readonly invitation: InvitationOfToken; readonly by: Actor },
  now: number,
): Promise<void> {
  const { merchant, owners, invitation, by } = joined;
  const { merchantId, email, memberRole: role } = invitation;
  const change = {
    action: 'member.joined' as const,
    merchantId,
    subject: email,
    details: { role },
  };
  recordChange(tx, by, change, now);
  const message = joinedMail(mailer.appUrl, { merchant, email, role });
  for (const owner of owners) await mailer.tell(tx, { email: owner.email }, message, now);
}

function memberActor(id: string, name: string, address: string): Actor {
  return { kind: 'merchant', id, name, address };
}

function isOwner({ memberRole }: { readonly memberRole: MemberRole }): boolean {
  return memberRole === 'owner';
}
