import type { MemberRole } from '#src/ground/access/roles.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { TeamMember } from './team.ts';

const LOCK_TEAM = {
  name: 'team_lock',
  text: 'select name from merchants where merchant_id = $1 for no key update',
};
const SELECT_MEMBERS = {
  name: 'team_members',
  text: `select u."id", u."name", u."email", ms.role as member_role,
      coalesce(u."twoFactorEnabled", false) as has_second_factor,
      (select max(s."updatedAt") from auth."session" s
        where s."userId" = u."id" and s.merchant_id = ms.merchant_id) as seen_at
    from auth.memberships ms join auth."user" u on u."id" = ms.user_id
    where ms.merchant_id = $1 order by ms.created_at, u."id" limit 100`,
};
const UPDATE_ROLE = {
  name: 'team_update_role',
  text: 'update auth.memberships set role = $3 where merchant_id = $1 and user_id = $2',
};

interface MemberRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly member_role: MemberRole;
  readonly has_second_factor: boolean;
  readonly seen_at: number | null;
}

/**
 * Locks a team until the transaction ends, which serialises its changes. Returns the merchant's
 * name, or undefined if there is no such merchant.
 */
export async function lockTeam(tx: Transaction, merchantId: string): Promise<string | undefined> {
  return (await tx.query<{ name: string }>(LOCK_TEAM, [merchantId]))[0]?.name;
}

/** Up to 100 members of a merchant, the oldest first. */
export async function selectMembers(
  database: Queryable,
  merchantId: string,
): Promise<TeamMember[]> {
  const rows = await database.query<MemberRow>(SELECT_MEMBERS, [merchantId]);
  return rows.map((row) => ({
    userId: row.id,
    name: row.name,
    email: row.email,
    memberRole: row.member_role,
    hasSecondFactor: row.has_second_factor,
    seenAt: row.seen_at,
  }));
}

/** Sets the role of a member. */
export function updateMemberRole(
  tx: Transaction,
  { merchantId, userId }: { merchantId: string; userId: string },
  memberRole: MemberRole,
): void {
  tx.send(UPDATE_ROLE, [merchantId, userId, memberRole]);
}
