import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const PURGE = {
  name: 'password_resets_purge',
  text: 'delete from auth.password_resets where expires_at <= $1',
};
const INSERT = {
  name: 'password_reset_insert',
  text: `insert into auth.password_resets (token_sha256, user_id, expires_at) values ($1, $2, $3)`,
};
const SELECT_OWNER = {
  name: 'password_reset_owner',
  text: `select u."id", u."email", u."name",
      (select string_agg(m.username, ' ') from auth.memberships ms
        join merchants m on m.merchant_id = ms.merchant_id where ms.user_id = u."id") as usernames
    from auth.password_resets r join auth."user" u on u."id" = r.user_id
    where r.token_sha256 = $1 and r.expires_at > $2`,
};
const LOCK_USER = {
  name: 'user_lock',
  text: 'select "id", "email", "role" from auth."user" where "id" = $1 for update',
};
const USE = {
  name: 'password_reset_use',
  text: `delete from auth.password_resets where token_sha256 = $1 and expires_at > $2
    returning user_id`,
};
const DELETE_OF_USER = {
  name: 'password_resets_delete_of_user',
  text: 'delete from auth.password_resets where user_id = $1',
};
const DELETE_HALF_LOG_INS = {
  name: 'half_log_ins_delete_of_user',
  text: 'delete from auth."verification" where "value" = $1',
};

/**
 * Inserts the digest of a link's token and deletes expired links. For an unknown e-mail a row
 * without a user is written, so that the answer takes as long as for a known e-mail.
 */
export function insertPasswordReset(
  tx: Transaction,
  reset: { tokenSha256: Buffer; userId: string | null; expiresAt: number; now: number },
): void {
  tx.send(PURGE, [new Date(reset.now)]);
  tx.send(INSERT, [reset.tokenSha256, reset.userId, new Date(reset.expiresAt)]);
}

export interface ResetOwner extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Of all merchants of the user, with spaces between them; null for an operator. */
  readonly usernames: string | null;
}

/** The user whose password a link changes; undefined if the link was used or has expired. */
export async function selectResetOwner(
  database: Queryable,
  tokenSha256: Buffer,
  now: number,
): Promise<ResetOwner | undefined> {
  return (await database.query<ResetOwner>(SELECT_OWNER, [tokenSha256, new Date(now)]))[0];
}

export interface LockedUser extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly role: 'merchant' | 'operator';
}

/** Locks a user until the transaction ends, which serialises changes of the password. */
export async function lockUser(tx: Transaction, userId: string): Promise<LockedUser | undefined> {
  return (await tx.query<LockedUser>(LOCK_USER, [userId]))[0];
}

/** Deletes a used link. Returns false if it was used before or has expired. */
export async function usePasswordReset(
  tx: Transaction,
  tokenSha256: Buffer,
  now: number,
): Promise<boolean> {
  return (await tx.query(USE, [tokenSha256, new Date(now)])).length === 1;
}

/** Deletes a user's reset links and the log-ins that wait for their second step. */
export function deletePendingAccess(tx: Transaction, userId: string): void {
  tx.send(DELETE_OF_USER, [userId]);
  tx.send(DELETE_HALF_LOG_INS, [userId]);
}
