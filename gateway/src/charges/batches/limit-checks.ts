import { Refusal } from '#src/ground/errors/problems.ts';

/** A body of 16 MiB takes several times as much memory while it is checked. */
const CHECKS_AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 2;

/** Runs work of a merchant within the limit. */
export type LimitCheck = <Result>(
  merchantId: string,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * Makes the limit of the checks of batches in this process: one of each merchant, and two of all
 * merchants at once. Refuses `overloaded`.
 */
export function createCheckLimit(): LimitCheck {
  const running = new Set<string>();
  return async <Result>(merchantId: string, work: () => Promise<Result>): Promise<Result> => {
    if (running.has(merchantId) || running.size >= CHECKS_AT_ONCE) {
      throw new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    running.add(merchantId);
    try {
      return await work();
    } finally {
      running.delete(merchantId);
    }
  };
}
