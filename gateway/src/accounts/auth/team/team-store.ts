import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, paramsOf, send, shaped, sql } from '#src/ground/database/sql.ts';
import { TEAM_MEMBER } from './team.ts';

const $ = paramsOf({ ...TEAM_MEMBER, merchantId: f.uuid });

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
