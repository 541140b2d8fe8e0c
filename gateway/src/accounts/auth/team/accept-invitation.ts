import { checkName } from '#src/ground/access/merchant.ts';
import type { MemberRole } from '#src/ground/access/roles.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { sha256 } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { refuseWeakPassword } from '../refuse-weak-password.ts';
import { insertUser } from '../user-store.ts';
import { acceptInvitationRow, selectInvitationByToken } from './invitation-store.ts';
import type { AcceptDeps, TeamDeps } from './team.ts';
import { joinedMail } from './team-mails.ts';
import { lockTeam, selectMembers } from './team-store.ts';

/** An invitation as its recipient sees it before accepting. */
export interface OpenedInvitation {
  readonly merchantName: string;
  readonly email: string;
  readonly memberRole: MemberRole;
  /** Whether the e-mail has an account; then it can't join another team. */
  readonly hasAccount: boolean;
}

/** Reads the invitation of a link. Refuses `link_invalid`. */
export async function openInvitation(
  { database, clock }: { readonly database: Queryable; readonly clock: TeamDeps['clock'] },
  token: string,
): Promise<OpenedInvitation> {
  const invitation = await selectInvitationByToken(database, sha256(token), clock.now());
  if (!invitation) throw new Refusal('link_invalid');
  return {
    merchantName: invitation.merchant_name,
    email: invitation.email,
    memberRole: invitation.member_role,
    hasAccount: invitation.has_account,
  };
}

/**
 * Accepts an invitation: creates the member with a password. The link proves the e-mail. The owners
 * get a mail. Refuses `link_invalid`, and `name_invalid`, `password_too_weak` and `email_taken`,
 * after which the link can still be used.
 */
export async function acceptInvitation(
  deps: AcceptDeps,
  accepted: { token: string; name: string; password: string },
  address: string,
): Promise<void> {
  const { database, clock, mailer } = deps;
  const invitation = await selectInvitationByToken(database, sha256(accepted.token), clock.now());
  if (!invitation) throw new Refusal('link_invalid');
  const { id: invitationId, merchant_id: merchantId, email, member_role: memberRole } = invitation;
  const name = accepted.name.trim();
  checkName(name);
  await refuseWeakPassword(accepted.password, { email, name, username: invitation.username });
  const passwordHash = await deps.passwords.hash(accepted.password);
  await database.transaction(async (tx) => {
    const now = clock.now();
    const merchant = await lockTeam(tx, merchantId);
    const isOpen = await acceptInvitationRow(tx, invitationId, now);
    if (!isOpen || merchant === undefined) throw new Refusal('link_invalid');
    const owners = (await selectMembers(tx, merchantId)).filter(isOwner);
    const id = createId(now);
    const access = { merchantId, memberRole };
    const user = { id, name, email, isEmailConfirmed: true, passwordHash, access };
    if (!(await insertUser(tx, user, now))) throw new Refusal('email_taken');
    const by = { kind: 'merchant', id, name: email, address } as const;
    const details = { role: memberRole };
    recordChange(tx, by, { action: 'member.joined', merchantId, subject: email, details }, now);
    const message = joinedMail(mailer.appUrl, { merchant, email, role: memberRole });
    for (const owner of owners) await mailer.tell(tx, { email: owner.email }, message, now);
  });
}

function isOwner({ memberRole }: { readonly memberRole: MemberRole }): boolean {
  return memberRole === 'owner';
}
