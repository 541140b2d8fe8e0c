import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, maybeOne, paramsOf, send, sql, valuesOf } from '#src/ground/database/sql.ts';

const RESET = {
  tokenSha256: f.bytes,
  userId: f.orNull(f.text),
  expiresAt: f.instant,
};
const USER = { id: f.text, email: f.text, role: f.textOf<'merchant' | 'operator'>() };
export type LockedUser = f.RecordOf<typeof USER>;

const $ = paramsOf({ tokenSha256: f.bytes, userId: f.text, now: f.instant });

const purge = send(
  'password_resets_purge',
  sql`delete from auth.password_resets where expires_at <= ${$.now}`,
);
const insert = send(
  'password_reset_insert',
  sql`insert into auth.password_resets (${f.columnsOf(RESET)}) values (${valuesOf(RESET)})`,
);

/**
 * Inserts the digest of a link's token and deletes expired links. For an unknown e-mail a row
 * without a user is written, so that the answer takes as long as for a known e-mail.
 */
export function insertPasswordReset(
  tx: Transaction,
  reset: f.GivenRecordOf<typeof RESET> & { readonly now: number },
): void {
  purge(tx, reset);
  insert(tx, reset);
}

/** The user whose password a link changes; undefined if the link was used or has expired. */
export const selectResetOwner = maybeOne(
  'password_reset_owner',
  {
    id: f.text,
    email: f.text,
    name: f.text,
    /** Of all merchants of the user, with spaces between them; null for an operator. */
    usernames: f.orNull(f.text),
  },
  sql`select u."id", u."email", u."name",
      (select string_agg(m.username, ' ') from auth.memberships ms
        join merchants m on m.merchant_id = ms.merchant_id where ms.user_id = u."id") as usernames
    from auth.password_resets r join auth."user" u on u."id" = r.user_id
    where r.token_sha256 = ${$.tokenSha256} and r.expires_at > ${$.now}`,
);

/** Locks a user until the transaction ends, which serialises changes of the password. */
export const lockUser = maybeOne(
  'user_lock',
  USER,
  sql`select "id", "email", "role" from auth."user" where "id" = ${$.userId} for update`,
);

/** Deletes a used link. Returns 0 if it was used before or has expired, else 1. */
export const usePasswordReset = countRows(
  'password_reset_use',
  sql`delete from auth.password_resets
    where token_sha256 = ${$.tokenSha256} and expires_at > ${$.now}
    returning user_id`,
);

const deleteResets = send(
  'password_resets_delete_of_user',
  sql`delete from auth.password_resets where user_id = ${$.userId}`,
);
const deleteHalfLogIns = send(
  'half_log_ins_delete_of_user',
  sql`delete from auth."verification" where "value" = ${$.userId}`,
);

/** Deletes a user's reset links and the log-ins that wait for their second step. */
export function deletePendingAccess(tx: Transaction, userId: string): void {
  deleteResets(tx, { userId });
  deleteHalfLogIns(tx, { userId });
}
