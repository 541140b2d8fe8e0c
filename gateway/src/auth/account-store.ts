import type { Queryable, Transaction } from '#src/platform/database/database.ts';

const INSERT_USER = {
  name: 'user_insert',
  text: `insert into auth."user" ("id", "name", "email", "emailVerified", "role", "merchantId",
      "createdAt", "updatedAt")
    values ($1, $2, $3, $4, $5, $6, $7, $7)
    on conflict ("email") do nothing returning "id"`,
};
const INSERT_PASSWORD = {
  name: 'user_insert_password',
  text: `insert into auth."account" ("id", "accountId", "providerId", "userId", "password",
      "createdAt", "updatedAt")
    values ($1, $2, 'credential', $2, $3, $4, $4)`,
};
const CLAIM_USERNAME = {
  name: 'username_claim',
  text: `insert into claimed_usernames (username, claimed_at) values ($1, $2)
    on conflict do nothing returning username`,
};
const SELECT_USER = {
  name: 'user_by_email',
  text: `select u."id", u."email", u."role", u."merchantId" as merchant_id, a."password"
    from auth."user" u
    left join auth."account" a on a."userId" = u."id" and a."providerId" = 'credential'
    where u."email" = $1`,
};
const UPDATE_PASSWORD = {
  name: 'user_update_password',
  text: `update auth."account" set "password" = $2, "updatedAt" = $3
    where "userId" = $1 and "providerId" = 'credential'`,
};
const HAS_OPERATOR = {
  name: 'operator_exists',
  text: `select exists (select from auth."user" where "role" = 'operator') as exists`,
};
const SELECT_SESSIONS = {
  name: 'sessions_of_user',
  text: `select "id", "createdAt" as created_at, "updatedAt" as seen_at,
      "ipAddress" as address, "userAgent" as user_agent
    from auth."session" where "userId" = $1 and "expiresAt" > $2
    order by "updatedAt" desc, "id" desc limit 100`,
};
const DELETE_SESSION = {
  name: 'session_delete',
  text: 'delete from auth."session" where "userId" = $1 and "id" = $2 returning "id"',
};
const DELETE_OTHER_SESSIONS = {
  name: 'sessions_delete_others',
  text: 'delete from auth."session" where "userId" = $1 and "id" <> $2 returning "id"',
};
const DELETE_OTHERS_BY_TOKEN = {
  name: 'sessions_delete_others_by_token',
  text: 'delete from auth."session" where "userId" = $1 and "token" <> $2',
};
const DELETE_BY_TOKEN = {
  name: 'session_delete_by_token',
  text: 'delete from auth."session" where "token" = $1',
};
const CLAIM_CODE = {
  name: 'second_factor_claim_code',
  text: `with old as (
      delete from auth.used_codes
      where user_id = $1 and used_at < $3::timestamptz - interval '5 min'
    )
    insert into auth.used_codes (user_id, code_sha256, used_at) values ($1, $2, $3)
    on conflict do nothing returning user_id`,
};
const SELECT_SECOND_FACTOR = {
  name: 'second_factor_of_user',
  text: `select "secret", "lockedUntil" as locked_until
    from auth."twoFactor" where "userId" = $1 and "verified"`,
};
const COUNT_FAILURE = {
  name: 'second_factor_count_failure',
  text: `update auth."twoFactor" set
      "failedVerificationCount" = (coalesce("failedVerificationCount", 0) + 1) % $2::int,
      "lockedUntil" = case when coalesce("failedVerificationCount", 0) + 1 >= $2::int
        then $3::timestamptz else "lockedUntil" end
    where "userId" = $1`,
};
const CLEAR_FAILURES = {
  name: 'second_factor_clear_failures',
  text: `update auth."twoFactor" set "failedVerificationCount" = 0, "lockedUntil" = null
    where "userId" = $1`,
};
const DISABLE_OF_MERCHANT = {
  name: 'second_factor_disable_of_merchant',
  text: `with users as (
      update auth."user" set "twoFactorEnabled" = false where "merchantId" = $1 returning "id"
    )
    delete from auth."twoFactor" where "userId" in (select "id" from users)`,
};

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isEmailConfirmed: boolean;
  readonly role: 'merchant' | 'operator';
  readonly merchantId: string | null;
  readonly passwordHash: string;
}

/** Inserts a user with its password; false when the e-mail is taken. */
export async function insertUser(tx: Transaction, user: NewUser, at: number): Promise<boolean> {
  const inserted = await tx.query(INSERT_USER, [
    user.id,
    user.name,
    user.email,
    user.isEmailConfirmed,
    user.role,
    user.merchantId,
    new Date(at),
  ]);
  if (inserted.length === 0) return false;
  tx.send(INSERT_PASSWORD, [`password-${user.id}`, user.id, user.passwordHash, new Date(at)]);
  return true;
}

/** Takes a username for a sign-up, for good; false when an earlier one asked for it. */
export async function claimUsername(
  tx: Transaction,
  username: string,
  at: number,
): Promise<boolean> {
  return (await tx.query(CLAIM_USERNAME, [username, new Date(at)])).length === 1;
}

export interface UserRow extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly role: 'merchant' | 'operator';
  readonly merchant_id: string | null;
  readonly password: string | null;
}

export async function selectUserByEmail(
  database: Queryable,
  email: string,
): Promise<UserRow | undefined> {
  return (await database.query<UserRow>(SELECT_USER, [email]))[0];
}

export function updatePassword(tx: Transaction, userId: string, hash: string, at: number): void {
  tx.send(UPDATE_PASSWORD, [userId, hash, new Date(at)]);
}

export async function hasOperator(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ exists: boolean }>(HAS_OPERATOR, []);
  return row?.exists ?? false;
}

export interface SessionRow extends Record<string, unknown> {
  readonly id: string;
  readonly created_at: number;
  readonly seen_at: number;
  readonly address: string | null;
  readonly user_agent: string | null;
}

/** The sessions of a user that are still good, last used first. */
export function selectSessions(
  database: Queryable,
  userId: string,
  now: number,
): Promise<SessionRow[]> {
  return database.query<SessionRow>(SELECT_SESSIONS, [userId, new Date(now)]);
}

/** Ends a session of a user; false when there is none of that id. */
export async function deleteSession(
  database: Queryable,
  userId: string,
  id: string,
): Promise<boolean> {
  return (await database.query(DELETE_SESSION, [userId, id])).length === 1;
}

/** Ends all sessions of a user but one. Returns how many. */
export async function deleteOtherSessions(
  database: Queryable,
  userId: string,
  keptId: string,
): Promise<number> {
  return (await database.query(DELETE_OTHER_SESSIONS, [userId, keptId])).length;
}

/** Ends all sessions of a user but the one of a token. */
export async function deleteSessionsButToken(
  database: Queryable,
  userId: string,
  keptToken: string,
): Promise<void> {
  await database.query(DELETE_OTHERS_BY_TOKEN, [userId, keptToken]);
}

export async function deleteSessionByToken(database: Queryable, token: string): Promise<void> {
  await database.query(DELETE_BY_TOKEN, [token]);
}

/** Uses up a code of an authenticator; false when it has been used before. */
export async function claimCode(
  database: Queryable,
  userId: string,
  codeSha256: Buffer,
  at: number,
): Promise<boolean> {
  return (await database.query(CLAIM_CODE, [userId, codeSha256, new Date(at)])).length === 1;
}

export interface SecondFactorRow extends Record<string, unknown> {
  /** As the log-in library encrypts it. */
  readonly secret: string;
  readonly locked_until: number | null;
}

export async function selectSecondFactor(
  database: Queryable,
  userId: string,
): Promise<SecondFactorRow | undefined> {
  return (await database.query<SecondFactorRow>(SELECT_SECOND_FACTOR, [userId]))[0];
}

/** Counts a wrong code; the `lockAfter`th locks the second factor until the instant. */
export async function countSecondFactorFailure(
  database: Queryable,
  userId: string,
  lock: { after: number; until: number },
): Promise<void> {
  await database.query(COUNT_FAILURE, [userId, lock.after, new Date(lock.until)]);
}

export async function clearSecondFactorFailures(
  database: Queryable,
  userId: string,
): Promise<void> {
  await database.query(CLEAR_FAILURES, [userId]);
}

/** Takes the second factor from all users of a merchant: the daily reset of the sandbox. */
export function deleteSecondFactorsOf(tx: Transaction, merchantId: string): void {
  tx.send(DISABLE_OF_MERCHANT, [merchantId]);
}
