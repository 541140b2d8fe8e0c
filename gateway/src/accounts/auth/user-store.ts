import type { MemberRole, OperatorRole } from '#src/ground/access/roles.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { Language } from '#src/ground/http/language.ts';
import { insertMembership } from './memberships/membership-store.ts';

const INSERT_USER = {
  name: 'user_insert',
  text: `insert into auth."user" ("id", "name", "email", "emailVerified", "role", "operatorRole",
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
  text: `select u."id", u."email", u."role", a."password"
    from auth."user" u
    left join auth."account" a on a."userId" = u."id" and a."providerId" = 'credential'
    where u."email" = $1`,
};
const UPDATE_PASSWORD = {
  name: 'user_update_password',
  text: `update auth."account" set "password" = $2, "updatedAt" = $3
    where "userId" = $1 and "providerId" = 'credential'`,
};
const SET_LANGUAGE = {
  name: 'user_set_language',
  text: `update auth."user" set "language" = $2
    where "email" = $1 and "language" is distinct from $2`,
};
const HAS_OPERATOR = {
  name: 'operator_exists',
  text: `select exists (select from auth."user" where "role" = 'operator') as exists`,
};

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

/** Inserts a user with a password and its membership. Returns false if the e-mail is taken. */
export async function insertUser(tx: Transaction, user: NewUser, at: number): Promise<boolean> {
  const { access } = user;
  const isOperator = 'operatorRole' in access;
  const inserted = await tx.query(INSERT_USER, [
    user.id,
    user.name,
    user.email,
    user.isEmailConfirmed,
    isOperator ? 'operator' : 'merchant',
    isOperator ? access.operatorRole : null,
    new Date(at),
  ]);
  if (inserted.length === 0) return false;
  tx.send(INSERT_PASSWORD, [`password-${user.id}`, user.id, user.passwordHash, new Date(at)]);
  if (!isOperator) await insertMembership(tx, { userId: user.id, ...access }, at);
  return true;
}

/** Stores the language in which a user reads the panel; mails to the user are in it. */
export async function setLanguage(
  database: Queryable,
  email: string,
  language: Language,
): Promise<void> {
  await database.query(SET_LANGUAGE, [email, language]);
}

/** Claims a username for a sign-up, for ever. Returns false if it was claimed before. */
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
  readonly password: string | null;
}

/** The user of an e-mail, or undefined. */
export async function selectUserByEmail(
  database: Queryable,
  email: string,
): Promise<UserRow | undefined> {
  return (await database.query<UserRow>(SELECT_USER, [email]))[0];
}

/** Sets the hash of a user's password. */
export function updatePassword(tx: Transaction, userId: string, hash: string, at: number): void {
  tx.send(UPDATE_PASSWORD, [userId, hash, new Date(at)]);
}

/** Whether there is any operator. */
export async function hasOperator(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ exists: boolean }>(HAS_OPERATOR, []);
  return row?.exists ?? false;
}
