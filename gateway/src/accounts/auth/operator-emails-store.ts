import type { Queryable } from '#src/ground/database/database.ts';

const SELECT = {
  name: 'emails_of_operators',
  text: `select "email" from auth."user" where "role" = 'operator' limit $1`,
};

/** The e-mails of the platform's operators, in no order. */
export async function selectOperatorEmails(database: Queryable, limit: number): Promise<string[]> {
  const rows = await database.query<{ email: string }>(SELECT, [limit]);
  return rows.map(({ email }) => email);
}
