import type { MemberRole } from '#src/ground/access/roles.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  one,
  paramsOf,
  send,
  shaped,
  sql,
  valuesOf,
} from '#src/ground/database/sql.ts';
import { INVITATION, TEAM_MEMBER } from './team.ts';

const { id, email, memberRole, createdAt, expiresAt } = INVITATION;
const NEW_INVITATION = {
  id,
  merchantId: f.uuid,
  email,
  memberRole,
  tokenSha256: f.bytes,
  /** The id of the user; null for a command. */
  invitedBy: f.orNull(f.text),
  createdAt,
  expiresAt,
};
const INVITATION_OF_TOKEN = {
  id,
  merchantId: f.uuid,
  email,
  memberRole: f.textOf<MemberRole>(),
  merchantName: f.text,
  username: f.text,
  hasAccount: f.bool,
};
export type InvitationOfToken = f.RecordOf<typeof INVITATION_OF_TOKEN>;

const $ = paramsOf({
  ...TEAM_MEMBER,
  ...NEW_INVITATION,
  userId: f.text,
  now: f.instant,
  since: f.instant,
  purgeBefore: f.instant,
});

const purge = send(
  'invitations_purge',
  sql`delete from auth.invitations
    where merchant_id = ${$.merchantId} and created_at < ${$.purgeBefore}`,
);
const revokeOfEmail = send(
  'invitation_revoke_of_email',
  sql`update auth.invitations set status = 'revoked', ended_at = ${$.createdAt}
    where merchant_id = ${$.merchantId} and email = ${$.email} and status = 'pending'`,
);
const insert = send(
  'invitation_insert',
  sql`insert into auth.invitations (${f.columnsOf(NEW_INVITATION)})
    values (${valuesOf(NEW_INVITATION)})`,
);

/**
 * Inserts an invitation. Revokes an earlier one for the same e-mail, and deletes the merchant's
 * invitations from before an instant.
 */
export function insertInvitation(
  tx: Transaction,
  invitation: f.GivenRecordOf<typeof NEW_INVITATION>,
  purgeBefore: number,
): void {
  purge(tx, { merchantId: invitation.merchantId, purgeBefore });
  revokeOfEmail(tx, invitation);
  insert(tx, invitation);
}

/** Up to 100 invitations of a merchant that can be accepted, the oldest first. */
export const selectPendingInvitations = many(
  'invitations_pending',
  INVITATION,
  sql`select id, email, member_role, created_at, expires_at from auth.invitations
    where merchant_id = ${$.merchantId} and status = 'pending' and expires_at > ${$.now}
    order by created_at, id limit 100`,
);

/** How many invitations a merchant has made since an instant. */
export const countInvitationsSince = one(
  'invitations_count_since',
  shaped({ count: f.int }, ({ count }) => count),
  sql`select count(*)::int as count from auth.invitations
    where merchant_id = ${$.merchantId} and created_at > ${$.since}`,
);

/** The invitation of a link; undefined if it was used, was revoked or has expired. */
export const selectInvitationByToken = maybeOne(
  'invitation_by_token',
  INVITATION_OF_TOKEN,
  sql`select i.id, i.merchant_id, i.email, i.member_role, m.name as merchant_name, m.username,
      exists (select from auth."user" u where u."email" = i.email) as has_account
    from auth.invitations i join merchants m on m.merchant_id = i.merchant_id
    where i.token_sha256 = ${$.tokenSha256} and i.ended_at is null and i.expires_at > ${$.now}`,
);

/** Marks an invitation as accepted. Returns 0 if it can't be accepted any more, else 1. */
export const acceptInvitationRow = countRows(
  'invitation_accept',
  sql`update auth.invitations set status = 'accepted', ended_at = ${$.now}
    where id = ${$.id} and ended_at is null and expires_at > ${$.now} returning id`,
);

/** Revokes a pending invitation. Returns its e-mail, or undefined if none is pending. */
export const revokeInvitationRow = maybeOne(
  'invitation_revoke',
  shaped({ email }, (row) => row.email),
  sql`update auth.invitations set status = 'revoked', ended_at = ${$.now}
    where merchant_id = ${$.merchantId} and id = ${$.id} and status = 'pending' returning email`,
);

/** Revokes the pending invitations that a user made. */
export const revokeInvitationsBy = send(
  'invitations_revoke_by_user',
  sql`update auth.invitations set status = 'revoked', ended_at = ${$.now}
    where merchant_id = ${$.merchantId} and invited_by = ${$.userId} and status = 'pending'`,
);

/**
 * Locks a team until the transaction ends, which serialises its changes. Returns the merchant's
 * name, or undefined if there is no such merchant.
 */
export const lockTeam = maybeOne(
  'team_lock',
  shaped({ name: f.text }, ({ name }) => name),
  sql`select name from merchants where merchant_id = ${$.merchantId} for no key update`,
);

/** Up to 100 members of a merchant, the oldest first. */
export const selectMembers = many(
  'team_members',
  TEAM_MEMBER,
  sql`select u."id", u."name", u."email", ms.role as member_role,
      coalesce(u."twoFactorEnabled", false) as has_second_factor,
      (select max(s."updatedAt") from auth."session" s
        where s."userId" = u."id" and s.merchant_id = ms.merchant_id) as seen_at
    from auth.memberships ms join auth."user" u on u."id" = ms.user_id
    where ms.merchant_id = ${$.merchantId} order by ms.created_at, u."id" limit 100`,
);

/** Sets the role of a member. */
export const updateMemberRole = send(
  'team_update_role',
  sql`update auth.memberships set role = ${$.memberRole}
    where merchant_id = ${$.merchantId} and user_id = ${$.userId}`,
);
