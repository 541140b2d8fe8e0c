import { Refusal } from './errors/problems.ts';

const RETRY_AFTER_SECONDS = 60;

/** Who takes a place, under a name of its own kind, and how many it may hold at once. */
export interface PlaceHolder {
  readonly name: string;
  readonly max: number;
}

/** A limited number of places for what lasts, such as streams and exports. */
export interface Places {
  /**
   * Takes a place for all the holders at once and returns the function that gives it back. Refuses
   * `rate_limited` when one of them holds its number, and `overloaded` when no place is left.
   */
  take(holders: readonly PlaceHolder[]): () => void;
}

/** @param total over all holders, so that one alone never reaches it. */
export function createPlaces(total = Number.POSITIVE_INFINITY): Places {
  const held = new Map<string, number>();
  let taken = 0;

  function change(holders: readonly PlaceHolder[], difference: 1 | -1): void {
    taken += difference;
    for (const { name } of holders) {
      const count = (held.get(name) ?? 0) + difference;
      if (count === 0) held.delete(name);
      else held.set(name, count);
    }
  }

  return {
    take(holders) {
      if (holders.some(({ name, max }) => (held.get(name) ?? 0) >= max)) {
        throw new Refusal('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      if (taken >= total) {
        throw new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      change(holders, 1);
      let isTaken = true;
      return () => {
        if (isTaken) change(holders, -1);
        isTaken = false;
      };
    },
  };
}
