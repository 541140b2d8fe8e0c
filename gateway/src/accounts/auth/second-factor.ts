import type { Database, Transaction } from '#src/ground/database/database.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import { sha256 } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { AuthDeps } from './auth-deps.ts';
import {
  claimCodeRow,
  clearSecondFactorFailures,
  countSecondFactorFailure,
  deleteSecondFactorsOf,
  selectFactorReplacedAt,
  selectSecondFactor,
} from './second-factor-store.ts';

const FAILURES_MAX = 10;
const LOCK_MS = 15 * MINUTE_MS;
/** One step of 30 s before and after is accepted, because clocks differ (RFC 6238, 5.2). */
const STEPS_APART = 1;

/**
 * Whether a code of the authenticator is right for a user who is logged in. A code is accepted
 * once. Ten wrong codes lock the second factor for 15 minutes, during which this refuses
 * `rate_limited`.
 */
export async function checkSecondFactor(
  { database, clock, auth }: Pick<AuthDeps, 'database' | 'clock' | 'auth'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const row = await selectSecondFactor(database, { userId });
  if (!row) return false;
  const now = clock.now();
  if (row.lockedUntil !== null && row.lockedUntil > now) {
    const retryAfterSeconds = Math.ceil((row.lockedUntil - now) / SECOND_MS);
    throw new Refusal('rate_limited', { retryAfterSeconds });
  }
  const { secretConfig } = await (await auth.library()).$context;
  const [{ symmetricDecrypt }, { Secret, TOTP }] = await Promise.all([
    import('better-auth/crypto'),
    import('otpauth'),
  ]);
  const secret = await symmetricDecrypt({ key: secretConfig, data: row.secret });
  const totp = new TOTP({ secret: Secret.fromUTF8(secret), digits: 6, period: 30 });
  const isRight = totp.validate({ token: code, window: STEPS_APART, timestamp: now }) !== null;
  if (isRight && (await claimCode(database, userId, code, now))) {
    await clearSecondFactorFailures(database, { userId });
    return true;
  }
  const lock = { lockAfter: FAILURES_MAX, lockUntil: now + LOCK_MS };
  await countSecondFactorFailure(database, { userId, ...lock });
  return false;
}

/**
 * Refuses `second_factor_replaced` on the day after a user's second factor was replaced: a thief
 * who replaced it can't send production money before the user has read the mail about it.
 */
export async function refuseReplacedFactor(
  { database, clock }: Pick<AuthDeps, 'database' | 'clock'>,
  userId: string,
): Promise<void> {
  const replacedAt = await selectFactorReplacedAt(database, { userId });
  const msLeft = replacedAt === undefined ? 0 : replacedAt + DAY_MS - clock.now();
  if (msLeft <= 0) return;
  const retryAfterSeconds = Math.ceil(msLeft / SECOND_MS);
  throw new Refusal('second_factor_replaced', { retryAfterSeconds });
}

/** Claims a right code; false if it was used before. */
export async function claimCode(
  database: Database,
  userId: string,
  code: string,
  at: number,
): Promise<boolean> {
  const codeSha256 = sha256(`${userId} ${code}`);
  return (await claimCodeRow(database, { userId, codeSha256, at })) === 1;
}

/** Disables the second factor of all users of a merchant, for the daily reset of the sandbox. */
export function disableSecondFactors(tx: Transaction, merchantId: string): void {
  deleteSecondFactorsOf(tx, merchantId);
}
