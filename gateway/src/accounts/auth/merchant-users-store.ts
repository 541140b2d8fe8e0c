import type { Queryable } from '#src/ground/database/database.ts';
import type { MerchantUser } from '../merchants/merchant-record.ts';

const SELECT_USERS = {
  name: 'users_of_merchant',
  text: `select "id", "name", "email", "emailVerified" as is_email_confirmed,
      coalesce("twoFactorEnabled", false) as has_second_factor,
      (select max("updatedAt") from auth."session" s where s."userId" = u."id") as seen_at
    from auth."user" u where "merchantId" = $1 order by "id" limit 100`,
};

interface UserRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly is_email_confirmed: boolean;
  readonly has_second_factor: boolean;
  readonly seen_at: number | null;
}

/** Up to 100 users of a merchant. `seenAt` is null if the user has no session. */
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
