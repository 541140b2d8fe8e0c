import { symmetricDecrypt } from 'better-auth/crypto';
import { Secret, TOTP } from 'otpauth';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '#src/platform/durations.ts';
import { sha256 } from '#src/platform/encryption/encryption.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import {
  claimCode,
  clearSecondFactorFailures,
  countSecondFactorFailure,
  deleteSecondFactorsOf,
  selectSecondFactor,
} from './account-store.ts';
import type { Auth } from './auth.ts';

const FAILURES_MAX = 10;
const LOCK_MS = 15 * MINUTE_MS;
/** One step of 30 s before and after: clocks differ (RFC 6238, section 5.2). */
const STEPS_APART = 1;

export interface SecondFactorDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly auth: Auth;
}

/**
 * Whether a code is right for a user who is logged in: the step before money moves. A code counts
 * once; ten wrong ones lock the second factor for a quarter of an hour (`rate_limited`).
 */
export async function checkSecondFactor(
  { database, clock, auth }: SecondFactorDeps,
  userId: string,
  code: string,
): Promise<boolean> {
  const row = await selectSecondFactor(database, userId);
  if (!row) return false;
  const now = clock.now();
  if (row.locked_until !== null && row.locked_until > now) {
    const retryAfterSeconds = Math.ceil((row.locked_until - now) / SECOND_MS);
    throw new Refusal('rate_limited', { retryAfterSeconds });
  }
  const { secretConfig } = await auth.auth.$context;
  const secret = await symmetricDecrypt({ key: secretConfig, data: row.secret });
  const totp = new TOTP({ secret: Secret.fromUTF8(secret), digits: 6, period: 30 });
  const isRight = totp.validate({ token: code, window: STEPS_APART, timestamp: now }) !== null;
  if (isRight && (await useCode(database, userId, code, now))) {
    await clearSecondFactorFailures(database, userId);
    return true;
  }
  const lock = { after: FAILURES_MAX, until: now + LOCK_MS };
  await countSecondFactorFailure(database, userId, lock);
  return false;
}

/** Uses up a code that was right; false when it has been used before. */
export function useCode(
  database: Database,
  userId: string,
  code: string,
  at: number,
): Promise<boolean> {
  return claimCode(database, userId, sha256(`${userId} ${code}`), at);
}

/** Takes the second factor from all users of a merchant: the daily reset of the sandbox. */
export function disableSecondFactors(tx: Transaction, merchantId: string): void {
  deleteSecondFactorsOf(tx, merchantId);
}
