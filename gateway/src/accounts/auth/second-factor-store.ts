import type { Queryable, Transaction } from '#src/ground/database/database.ts';

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
const MARK_REMOVED = {
  name: 'second_factor_mark_removed',
  text: 'update auth."user" set "factorReplacedAt" = $2 where "id" = $1',
};
const MARK_REPLACED = {
  name: 'second_factor_mark_replaced',
  text: `update auth."user" set "factorReplacedAt" = $2
    where "id" = $1 and "factorReplacedAt" is not null returning "id"`,
};
const SELECT_REPLACED = {
  name: 'second_factor_replaced_at',
  text: 'select "factorReplacedAt" as at from auth."user" where "id" = $1',
};
const CLEAR_FAILURES = {
  name: 'second_factor_clear_failures',
  text: `update auth."twoFactor" set "failedVerificationCount" = 0, "lockedUntil" = null
    where "userId" = $1`,
};
// Two statements each, because on a cluster a statement can change only one global table.
const TURN_OFF = {
  name: 'second_factor_turn_off',
  text: 'update auth."user" set "twoFactorEnabled" = false where "id" = $1',
};
const DELETE = {
  name: 'second_factor_delete',
  text: 'delete from auth."twoFactor" where "userId" = $1',
};
const TURN_OFF_OF_MERCHANT = {
  name: 'second_factor_turn_off_of_merchant',
  text: `update auth."user" set "twoFactorEnabled" = false where "id" in (
      select user_id from auth.memberships where merchant_id = $1)`,
};
const DELETE_OF_MERCHANT = {
  name: 'second_factor_delete_of_merchant',
  text: `delete from auth."twoFactor" where "userId" in (
      select user_id from auth.memberships where merchant_id = $1)`,
};

/** Claims a code of an authenticator; false if it was used before. */
export async function claimCodeRow(
  database: Queryable,
  userId: string,
  codeSha256: Buffer,
  at: number,
): Promise<boolean> {
  return (await database.query(CLAIM_CODE, [userId, codeSha256, new Date(at)])).length === 1;
}

/** Deletes the second factor of a user. */
export function deleteSecondFactorOf(tx: Transaction, userId: string): void {
  tx.send(TURN_OFF, [userId]);
  tx.send(DELETE, [userId]);
}

export interface SecondFactorRow extends Record<string, unknown> {
  /** Encrypted by the log-in library. */
  readonly secret: string;
  readonly locked_until: number | null;
}

/** The confirmed second factor of a user, or undefined. */
export async function selectSecondFactor(
  database: Queryable,
  userId: string,
): Promise<SecondFactorRow | undefined> {
  return (await database.query<SecondFactorRow>(SELECT_SECOND_FACTOR, [userId]))[0];
}

/** Counts a wrong code. After `lock.after` wrong codes the second factor is locked for a time. */
export async function countSecondFactorFailure(
  database: Queryable,
  userId: string,
  lock: { after: number; until: number },
): Promise<void> {
  await database.query(COUNT_FAILURE, [userId, lock.after, new Date(lock.until)]);
}

/** Resets the count of a user's wrong codes, after a right code. */
export async function clearSecondFactorFailures(
  database: Queryable,
  userId: string,
): Promise<void> {
  await database.query(CLEAR_FAILURES, [userId]);
}

/** Deletes the second factor of all users of a merchant, for the daily reset of the sandbox. */
export function deleteSecondFactorsOf(tx: Transaction, merchantId: string): void {
  tx.send(TURN_OFF_OF_MERCHANT, [merchantId]);
  tx.send(DELETE_OF_MERCHANT, [merchantId]);
}

/** Records that the second factor of a user is turned off; the next one is a replacement. */
export function markSecondFactorRemoved(tx: Transaction, userId: string, at: number): void {
  tx.send(MARK_REMOVED, [userId, new Date(at)]);
}

/** Records a second factor as a replacement. Returns false if it is the user's first. */
export async function markSecondFactorReplaced(
  tx: Transaction,
  userId: string,
  at: number,
): Promise<boolean> {
  return (await tx.query(MARK_REPLACED, [userId, new Date(at)])).length === 1;
}

/** When the second factor of a user was turned off or replaced; undefined if never. */
export async function selectFactorReplacedAt(
  database: Queryable,
  userId: string,
): Promise<number | undefined> {
  const [row] = await database.query<{ at: number | null }>(SELECT_REPLACED, [userId]);
  return row?.at ?? undefined;
}
