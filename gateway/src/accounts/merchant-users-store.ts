import type { Queryable } from '#src/platform/database.ts';

const SELECT_EMAILS = {
  name: 'emails_of_merchant',
  text: `select "email" from auth."user" where "merchantId" = $1 order by "id"`,
};

/** Where the people of a merchant are written to. */
export async function selectMerchantEmails(
  database: Queryable,
  merchantId: string,
): Promise<string[]> {
  const rows = await database.query<{ email: string }>(SELECT_EMAILS, [merchantId]);
  return rows.map(({ email }) => email);
}
