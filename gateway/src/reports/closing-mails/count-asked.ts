import type { RateLimits } from '#src/ground/http/rate-limit.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const OF_EMAIL_MAX = 5;
const OF_MERCHANT_MAX = 30;

/**
 * Counts mails that ask an address to confirm, so that nobody's mailbox is filled: five an hour to
 * an address, thirty a day of a merchant. The answer of a request doesn't depend on it.
 */
export function askedMails(rateLimits: RateLimits) {
  return async (merchantId: string, email: string): Promise<boolean> => {
    const names = [
      [`mail closing ${email.trim().toLowerCase()}`, OF_EMAIL_MAX, HOUR_SECONDS],
      [`closings asked ${merchantId}`, OF_MERCHANT_MAX, DAY_SECONDS],
    ] as const;
    const budgets = await Promise.all(
      names.map(([name, limit, seconds]) => rateLimits.countAttempt(name, limit, seconds)),
    );
    return budgets.every(({ isExceeded }) => !isExceeded);
  };
}
