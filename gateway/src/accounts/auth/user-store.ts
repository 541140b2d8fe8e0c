import type { MemberRole, OperatorRole } from '#src/ground/access/roles.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  maybeOne,
  one,
  paramsOf,
  run,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import type { Language } from '#src/ground/http/language.ts';
import { insertMembership } from './memberships/membership-store.ts';

const USER = { id: f.text, email: f.text, role: f.textOf<'merchant' | 'operator'>() };

const $ = paramsOf({
  ...USER,
  name: f.text,
  isEmailConfirmed: f.bool,
  operatorRole: f.orNull(f.textOf<OperatorRole>()),
  accountId: f.text,
  userId: f.text,
  passwordHash: f.text,
  language: f.textOf<Language>(),
  username: f.text,
  at: f.instant,
});

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isEmailConfirmed: boolean;
  readonly passwordHash: string;
  /** A member of a merchant, or an operator. */
  readonly access:
    | { readonly merchantId: string; readonly memberRole: MemberRole }
    | { readonly operatorRole: OperatorRole };
}

const insertRow = countRows(
  'user_insert',
  sql`insert into auth."user" ("id", "name", "email", "emailVerified", "role", "operatorRole",
      "createdAt", "updatedAt")
    values (${$.id}, ${$.name}, ${$.email}, ${$.isEmailConfirmed}, ${$.role}, ${$.operatorRole},
      ${$.at}, ${$.at})
    on conflict ("email") do nothing returning "id"`,
);
const insertPassword = send(
  'user_insert_password',
  sql`insert into auth."account" ("id", "accountId", "providerId", "userId", "password",
      "createdAt", "updatedAt")
    values (${$.accountId}, ${$.userId}, 'credential', ${$.userId}, ${$.passwordHash}, ${$.at},
      ${$.at})`,
);

/** Inserts a user with a password and its membership. Returns false if the e-mail is taken. */
export async function insertUser(tx: Transaction, user: NewUser, at: number): Promise<boolean> {
  const { id: userId, access, passwordHash } = user;
  const isOperator = 'operatorRole' in access;
  const role = isOperator ? 'operator' : 'merchant';
  const operatorRole = isOperator ? access.operatorRole : null;
  if ((await insertRow(tx, { ...user, role, operatorRole, at })) === 0) return false;
  insertPassword(tx, { accountId: `password-${userId}`, userId, passwordHash, at });
  if (!isOperator) await insertMembership(tx, { ...access, userId, at });
  return true;
}

/** Stores the language in which a user reads the panel; mails to the user are in it. */
export const setLanguage = run(
  'user_set_language',
  sql`update auth."user" set "language" = ${$.language}
    where "email" = ${$.email} and "language" is distinct from ${$.language}`,
);

/** Claims a username for a sign-up, for ever. Returns 0 if it was claimed before, else 1. */
export const claimUsername = countRows(
  'username_claim',
  sql`insert into claimed_usernames (username, claimed_at) values (${$.username}, ${$.at})
    on conflict do nothing returning username`,
);

/** The user of an e-mail, or undefined. */
export const selectUserByEmail = maybeOne(
  'user_by_email',
  { ...USER, password: f.orNull(f.text) },
  sql`select u."id", u."email", u."role", a."password"
    from auth."user" u
    left join auth."account" a on a."userId" = u."id" and a."providerId" = 'credential'
    where u."email" = ${$.email}`,
);

const selectLogInUserByEmail = maybeOne(
  'log_in_user_by_email',
  USER,
  sql`select "id", "email", "role" from auth."user" where "email" = ${$.email}`,
);
const selectLogInUserById = maybeOne(
  'log_in_user_by_id',
  USER,
  sql`select "id", "email", "role" from auth."user" where "id" = ${$.userId}`,
);

/** Identifies the user of a log-in: by the e-mail that was entered, or by the id after step one. */
export type LogInUser = { readonly email: string } | { readonly userId: string };

/** The user of a log-in, or undefined. */
export function selectLogInUser(database: Queryable, user: LogInUser) {
  return 'email' in user
    ? selectLogInUserByEmail(database, user)
    : selectLogInUserById(database, user);
}

/** Sets the hash of a user's password. */
export const updatePassword = send(
  'user_update_password',
  sql`update auth."account" set "password" = ${$.passwordHash}, "updatedAt" = ${$.at}
    where "userId" = ${$.userId} and "providerId" = 'credential'`,
);

/** Whether there is any operator. */
export const hasOperator = one(
  'operator_exists',
  shaped({ exists: f.bool }, ({ exists }) => exists),
  sql`select exists (select from auth."user" where "role" = 'operator') as exists`,
);
