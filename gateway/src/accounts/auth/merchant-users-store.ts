import type { Queryable } from '#src/ground/database/database.ts';
import type { MerchantUser } from '../merchants/merchant-record.ts';

const SELECT_USERS = {
  name: 'users_of_merchant',
  text: `select u."id", u."name", u."email", u."emailVerified" as is_email_confirmed,
      coalesce(u."twoFactorEnabled", false) as has_second_factor,
      (select max(s."updatedAt") from auth."session" s
        where s."userId" = u."id" and s.merchant_id = ms.merchant_id) as seen_at
    from auth.memberships ms join auth."user" u on u."id" = ms.user_id
    where ms.merchant_id = $1 order by ms.created_at, u."id" limit 100`,
};

interface UserRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly is_email_confirmed: boolean;
  readonly has_second_factor: boolean;
  readonly seen_at: number | null;
}

/** Up to 100 users of a merchant. `seenAt` is null if the user has no session for it. */
export async function selectMerchantUsers(
  database: Queryable,
  merchantId: string,
): Promise<MerchantUser[]> {
  const rows = await database.query<UserRow>(SELECT_USERS, [merchantId]);
  return rows.map((row) => ({
    userId: row.id,
    name: row.name,
    email: row.email,
    isEmailConfirmed: row.is_email_confirmed,
    hasSecondFactor: row.has_second_factor,
    seenAt: row.seen_at,
  }));
}
