import type { Queryable } from '#src/ground/database/database.ts';

const BY_EMAIL = {
  name: 'log_in_user_by_email',
  text: 'select "id", "email", "role" from auth."user" where "email" = $1',
};
const BY_ID = {
  name: 'log_in_user_by_id',
  text: 'select "id", "email", "role" from auth."user" where "id" = $1',
};

export interface LogInUserRow extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly role: 'merchant' | 'operator';
}

/** Identifies the user of a log-in: by the e-mail that was entered, or by the id after step one. */
export type LogInUser = { readonly email: string } | { readonly userId: string };

/** The user of a log-in, or undefined. */
export async function selectLogInUser(
  database: Queryable,
  user: LogInUser,
): Promise<LogInUserRow | undefined> {
  const rows =
    'email' in user
      ? await database.query<LogInUserRow>(BY_EMAIL, [user.email])
      : await database.query<LogInUserRow>(BY_ID, [user.userId]);
  return rows[0];
}
