import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, maybeOne, paramsOf, run, send, shaped, sql } from '#src/ground/database/sql.ts';

const $ = paramsOf({
  userId: f.text,
  merchantId: f.uuid,
  codeSha256: f.bytes,
  at: f.instant,
  lockAfter: f.int,
  lockUntil: f.instant,
});

/** Claims a code of an authenticator. Returns 0 if it was used before, else 1. */
export const claimCodeRow = countRows(
  'second_factor_claim_code',
  sql`with old as (
      delete from auth.used_codes
      where user_id = ${$.userId} and used_at < ${$.at}::timestamptz - interval '5 min'
    )
    insert into auth.used_codes (user_id, code_sha256, used_at)
    values (${$.userId}, ${$.codeSha256}, ${$.at})
    on conflict do nothing returning user_id`,
);

/** The confirmed second factor of a user, or undefined. The log-in library encrypts the secret. */
export const selectSecondFactor = maybeOne(
  'second_factor_of_user',
  { secret: f.text, lockedUntil: f.orNull(f.instant) },
  sql`select "secret", "lockedUntil" as locked_until
    from auth."twoFactor" where "userId" = ${$.userId} and "verified"`,
);

/** Counts a wrong code. After `lockAfter` wrong codes the second factor is locked for a time. */
export const countSecondFactorFailure = run(
  'second_factor_count_failure',
  sql`update auth."twoFactor" set
      "failedVerificationCount" =
        (coalesce("failedVerificationCount", 0) + 1) % ${$.lockAfter}::int,
      "lockedUntil" = case when coalesce("failedVerificationCount", 0) + 1 >= ${$.lockAfter}::int
        then ${$.lockUntil}::timestamptz else "lockedUntil" end
    where "userId" = ${$.userId}`,
);

/** Resets the count of a user's wrong codes, after a right code. */
export const clearSecondFactorFailures = run(
  'second_factor_clear_failures',
  sql`update auth."twoFactor" set "failedVerificationCount" = 0, "lockedUntil" = null
    where "userId" = ${$.userId}`,
);

// Two statements each, because on a cluster a statement can change only one global table.
const turnOff = send(
  'second_factor_turn_off',
  sql`update auth."user" set "twoFactorEnabled" = false where "id" = ${$.userId}`,
);
const deleteFactor = send(
  'second_factor_delete',
  sql`delete from auth."twoFactor" where "userId" = ${$.userId}`,
);
const turnOffOfMerchant = send(
  'second_factor_turn_off_of_merchant',
  sql`update auth."user" set "twoFactorEnabled" = false where "id" in (
      select user_id from auth.memberships where merchant_id = ${$.merchantId})`,
);
const deleteOfMerchant = send(
  'second_factor_delete_of_merchant',
  sql`delete from auth."twoFactor" where "userId" in (
      select user_id from auth.memberships where merchant_id = ${$.merchantId})`,
);

/** Deletes the second factor of a user. */
export function deleteSecondFactorOf(tx: Transaction, userId: string): void {
  turnOff(tx, { userId });
  deleteFactor(tx, { userId });
}

/** Deletes the second factor of all users of a merchant, for the daily reset of the sandbox. */
export function deleteSecondFactorsOf(tx: Transaction, merchantId: string): void {
  turnOffOfMerchant(tx, { merchantId });
  deleteOfMerchant(tx, { merchantId });
}

/** Records that the second factor of a user is turned off; the next one is a replacement. */
export const markSecondFactorRemoved = send(
  'second_factor_mark_removed',
  sql`update auth."user" set "factorReplacedAt" = ${$.at} where "id" = ${$.userId}`,
);

/** Records a second factor as a replacement. Returns 0 if it is the user's first, else 1. */
export const markSecondFactorReplaced = countRows(
  'second_factor_mark_replaced',
  sql`update auth."user" set "factorReplacedAt" = ${$.at}
    where "id" = ${$.userId} and "factorReplacedAt" is not null returning "id"`,
);

/** When the second factor of a user was turned off or replaced; undefined if never. */
export const selectFactorReplacedAt = maybeOne(
  'second_factor_replaced_at',
  shaped({ at: f.orNull(f.instant) }, ({ at }) => at ?? undefined),
  sql`select "factorReplacedAt" as at from auth."user" where "id" = ${$.userId}`,
);
