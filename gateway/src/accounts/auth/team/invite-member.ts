import { randomBytes } from 'node:crypto';
import type { Actor } from '#src/ground/access/actor.ts';
import type { MemberRole } from '#src/ground/access/roles.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { sha256 } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { isMailAllowed } from '../attempt-limits.ts';
import {
  countInvitationsSince,
  insertInvitation,
  lockTeam,
  revokeInvitationRow,
  selectMembers,
  selectPendingInvitations,
} from './invitation-store.ts';
import { refuseFormerOwner } from './refuse-former-owner.ts';
import {
  INVITATION_MS,
  INVITATIONS_PER_DAY,
  type Invitation,
  type InviteDeps,
  TEAM_MAX,
  type TeamDeps,
  type TeamMember,
} from './team.ts';
import { invitationMail } from './team-mails.ts';

const TOKEN_BYTES = 32;
/** How long invitations are kept; the limit of a day counts them. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Invites a person to a merchant's team and writes the mail with the link, which is valid for 7
 * days. An earlier invitation of the same e-mail ends. The answer doesn't reveal whether the e-mail
 * has an account elsewhere. Refuses `member_exists` for an e-mail of this team,
 * `too_many_invitations`, `merchant_not_found` and, to a former owner, `role_missing`.
 */
export async function inviteMember(
  { database, clock, mailer, attempts }: InviteDeps,
  invited: { merchantId: string; email: string; memberRole: MemberRole },
  by: Actor,
): Promise<Invitation> {
  const { merchantId, memberRole } = invited;
  const email = invited.email.trim().toLowerCase();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const isMailed = await isMailAllowed(attempts, 'invitation', email);
  return database.transaction(async (tx) => {
    const now = clock.now();
    const merchant = await lockTeam(tx, { merchantId });
    if (merchant === undefined) throw new Refusal('merchant_not_found');
    const members = await selectMembers(tx, { merchantId });
    refuseFormerOwner(members, by);
    await refuseTooMany(tx, members, { merchantId, email, now });
    const id = createId(now);
    const expiresAt = now + INVITATION_MS;
    const invitation = { id, email, memberRole, createdAt: now, expiresAt };
    const secrets = { merchantId, tokenSha256: sha256(token), invitedBy: by.id };
    insertInvitation(tx, { ...invitation, ...secrets }, now - KEPT_MS);
    const details = { role: memberRole };
    const change = { action: 'member.invited' as const, merchantId, subject: email, details };
    recordChange(tx, by, change, now);
    const message = invitationMail(mailer.appUrl, { merchant, role: memberRole, token });
    if (isMailed) await mailer.tell(tx, { email }, message, now);
    return invitation;
  });
}

async function refuseTooMany(
  tx: Transaction,
  members: readonly TeamMember[],
  { merchantId, email, now }: { merchantId: string; email: string; now: number },
): Promise<void> {
  if (members.some((member) => member.email === email)) throw new Refusal('member_exists');
  const pending = await selectPendingInvitations(tx, { merchantId, now });
  const others = pending.filter((invitation) => invitation.email !== email);
  const isFull = members.length + others.length >= TEAM_MAX;
  const today = await countInvitationsSince(tx, { merchantId, since: now - DAY_MS });
  if (isFull || today >= INVITATIONS_PER_DAY) throw new Refusal('too_many_invitations');
}

/** The invitations of a merchant that can be accepted, the oldest first. */
export function listInvitations(
  { database, clock }: { readonly database: Queryable; readonly clock: TeamDeps['clock'] },
  merchantId: string,
): Promise<Invitation[]> {
  return selectPendingInvitations(database, { merchantId, now: clock.now() });
}

/** Revokes an invitation: its link is invalid. Refuses `invitation_not_found`. */
export async function revokeInvitation(
  { database, clock }: Pick<TeamDeps, 'database' | 'clock'>,
  which: { merchantId: string; id: string },
  by: Actor,
): Promise<void> {
  await database.transaction(async (tx) => {
    const now = clock.now();
    await lockTeam(tx, which);
    const email = await revokeInvitationRow(tx, { ...which, now });
    if (email === undefined) throw new Refusal('invitation_not_found');
    const { merchantId } = which;
    const change = { action: 'member.invitation_revoked' as const, merchantId, subject: email };
    recordChange(tx, by, change, now);
  });
}
