import { Refusal } from '../errors/problems.ts';

const RETRY_AFTER_SECONDS = 60;

/** A session, address, merchant or the like, by a unique name, and how many slots it may hold. */
export interface LimitedHolder {
  readonly name: string;
  readonly max: number;
}

/** Limits how much of what lasts, such as streams and exports, is open at once. */
export interface ConcurrencyLimits {
  /**
   * Takes a slot that counts for all these holders, and returns the function that frees it. Refuses
   * `rate_limited` when a holder has its maximum, and `overloaded` when no slot is left.
   */
  acquire(holders: readonly LimitedHolder[]): () => void;
}

/** @param total the slots of all holders together; greater than the maximum of any one holder. */
export function createConcurrencyLimits(total = Number.POSITIVE_INFINITY): ConcurrencyLimits {
  const held = new Map<string, number>();
  let acquired = 0;

  function change(holders: readonly LimitedHolder[], difference: 1 | -1): void {
    acquired += difference;
    for (const { name } of holders) {
      const count = (held.get(name) ?? 0) + difference;
      if (count === 0) held.delete(name);
      else held.set(name, count);
    }
  }

  return {
    acquire(holders) {
      if (holders.some(({ name, max }) => (held.get(name) ?? 0) >= max)) {
        throw new Refusal('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      if (acquired >= total) {
        throw new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      change(holders, 1);
      let isHeld = true;
      return () => {
        if (isHeld) change(holders, -1);
        isHeld = false;
      };
    },
  };
}
