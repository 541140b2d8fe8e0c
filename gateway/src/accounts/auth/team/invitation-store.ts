import type { MemberRole } from '#src/ground/access/roles.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { Invitation } from './team.ts';

const PURGE = {
  name: 'invitations_purge',
  text: 'delete from auth.invitations where merchant_id = $1 and created_at < $2',
};
const REVOKE_OF_EMAIL = {
  name: 'invitation_revoke_of_email',
  text: `update auth.invitations set status = 'revoked', ended_at = $3
    where merchant_id = $1 and email = $2 and status = 'pending'`,
};
const INSERT = {
  name: 'invitation_insert',
  text: `insert into auth.invitations (id, merchant_id, email, member_role, token_sha256,
      invited_by, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};
const SELECT_PENDING = {
  name: 'invitations_pending',
  text: `select id, email, member_role, created_at, expires_at from auth.invitations
    where merchant_id = $1 and status = 'pending' and expires_at > $2
    order by created_at, id limit 100`,
};
const COUNT_SINCE = {
  name: 'invitations_count_since',
  text: `select count(*)::int as count from auth.invitations
    where merchant_id = $1 and created_at > $2`,
};
const SELECT_BY_TOKEN = {
  name: 'invitation_by_token',
  text: `select i.id, i.merchant_id, i.email, i.member_role, m.name as merchant_name, m.username,
      exists (select from auth."user" u where u."email" = i.email) as has_account
    from auth.invitations i join merchants m on m.merchant_id = i.merchant_id
    where i.token_sha256 = $1 and i.ended_at is null and i.expires_at > $2`,
};
const ACCEPT = {
  name: 'invitation_accept',
  text: `update auth.invitations set status = 'accepted', ended_at = $2
    where id = $1 and ended_at is null and expires_at > $2 returning id`,
};
const REVOKE = {
  name: 'invitation_revoke',
  text: `update auth.invitations set status = 'revoked', ended_at = $3
    where merchant_id = $1 and id = $2 and status = 'pending' returning email`,
};
const REVOKE_BY_USER = {
  name: 'invitations_revoke_by_user',
  text: `update auth.invitations set status = 'revoked', ended_at = $3
    where merchant_id = $1 and invited_by = $2 and status = 'pending'`,
};

export interface NewInvitation {
  readonly id: string;
  readonly merchantId: string;
  readonly email: string;
  readonly memberRole: MemberRole;
  readonly tokenSha256: Buffer;
  readonly invitedBy: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * Inserts an invitation. Revokes an earlier one for the same e-mail, and deletes the merchant's
 * invitations from before an instant.
 */
export function insertInvitation(
  tx: Transaction,
  invitation: NewInvitation,
  purgeBefore: number,
): void {
  const { id, merchantId, email, memberRole, tokenSha256, invitedBy } = invitation;
  const createdAt = new Date(invitation.createdAt);
  tx.send(PURGE, [merchantId, new Date(purgeBefore)]);
  tx.send(REVOKE_OF_EMAIL, [merchantId, email, createdAt]);
  tx.send(INSERT, [
    id,
    merchantId,
    email,
    memberRole,
    tokenSha256,
    invitedBy,
    createdAt,
    new Date(invitation.expiresAt),
  ]);
}

interface InvitationRow extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly member_role: MemberRole;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Up to 100 invitations of a merchant that can be accepted, the oldest first. */
export async function selectPendingInvitations(
  database: Queryable,
  merchantId: string,
  now: number,
): Promise<Invitation[]> {
  const rows = await database.query<InvitationRow>(SELECT_PENDING, [merchantId, new Date(now)]);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    memberRole: row.member_role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

/** How many invitations a merchant has made since an instant. */
export async function countInvitationsSince(
  database: Queryable,
  merchantId: string,
  since: number,
): Promise<number> {
  const values = [merchantId, new Date(since)];
  const [row] = await database.query<{ count: number }>(COUNT_SINCE, values);
  return row?.count ?? 0;
}

export interface InvitationOfToken extends Record<string, unknown> {
  readonly id: string;
  readonly merchant_id: string;
  readonly email: string;
  readonly member_role: MemberRole;
  readonly merchant_name: string;
  readonly username: string;
  readonly has_account: boolean;
}

/** The invitation of a link; undefined if it was used, was revoked or has expired. */
export async function selectInvitationByToken(
  database: Queryable,
  tokenSha256: Buffer,
  now: number,
): Promise<InvitationOfToken | undefined> {
  const values = [tokenSha256, new Date(now)];
  return (await database.query<InvitationOfToken>(SELECT_BY_TOKEN, values))[0];
}

/** Marks an invitation as accepted. Returns false if it can't be accepted any more. */
export async function acceptInvitationRow(
  tx: Transaction,
  id: string,
  now: number,
): Promise<boolean> {
  return (await tx.query(ACCEPT, [id, new Date(now)])).length === 1;
}

/** Revokes a pending invitation. Returns its e-mail, or undefined if none is pending. */
export async function revokeInvitationRow(
  tx: Transaction,
  { merchantId, id }: { merchantId: string; id: string },
  now: number,
): Promise<string | undefined> {
  const rows = await tx.query<{ email: string }>(REVOKE, [merchantId, id, new Date(now)]);
  return rows[0]?.email;
}

/** Revokes the pending invitations that a user made. */
export function revokeInvitationsBy(
  tx: Transaction,
  { merchantId, userId }: { merchantId: string; userId: string },
  now: number,
): void {
  tx.send(REVOKE_BY_USER, [merchantId, userId, new Date(now)]);
}
