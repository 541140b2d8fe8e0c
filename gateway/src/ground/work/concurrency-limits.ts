import { Refusal } from '../errors/problems.ts';

const RETRY_AFTER_SECONDS = 60;

/** A session, address, merchant or the like, by a unique name, and how many slots it may hold. */
export interface LimitedHolder {
  readonly name: string;
  readonly max: number;
}

/** Limits how many streams, exports or other long operations are open at once. */
export interface ConcurrencyLimits {
  /**
   * Takes a slot that counts for all these holders, and returns the function that frees it. Refuses
   * `rate_limited` when a holder has its maximum, and `overloaded` when no slot is left.
   */
  acquire(holders: readonly LimitedHolder[]): Promise<() => void>;
}

/**
 * Opens the limits of one kind of thing. `total` is the number of slots of all holders together; it
 * is greater than the maximum of any one holder.
 */
export type OpenLimits = (kind: string, total: number) => ConcurrencyLimits;

/** Whether a slot was taken, and otherwise the code of the refusal. */
export type SlotAnswer = 'taken' | 'rate_limited' | 'overloaded';

/** The slots of one kind of thing. */
export interface Slots {
  take(holders: readonly LimitedHolder[]): SlotAnswer;
  free(holders: readonly LimitedHolder[]): void;
}

/** Makes the slots in the memory of this process. */
export function createSlots(total: number): Slots {
  const held = new Map<string, number>();
  let taken = 0;

  function change(holders: readonly LimitedHolder[], difference: 1 | -1): void {
    taken += difference;
    for (const { name } of holders) {
      const count = (held.get(name) ?? 0) + difference;
      if (count === 0) held.delete(name);
      else held.set(name, count);
    }
  }

  return {
    take(holders) {
      if (holders.some(({ name, max }) => (held.get(name) ?? 0) >= max)) return 'rate_limited';
      if (taken >= total) return 'overloaded';
      change(holders, 1);
      return 'taken';
    },
    free: (holders) => change(holders, -1),
  };
}

/** Opens limits in the memory of this process. */
export const openMemoryLimits: OpenLimits = (_kind, total) => {
  const slots = createSlots(total);
  return {
    acquire: async (holders) => {
      requireSlot(slots.take(holders));
      return once(() => slots.free(holders));
    },
  };
};

/** Refuses `rate_limited` or `overloaded` unless a slot was taken. */
export function requireSlot(answer: SlotAnswer): void {
  if (answer === 'taken') return;
  throw new Refusal(answer, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** A function that runs at its first call only. */
export function once(run: () => void): () => void {
  let isDue = true;
  return () => {
    if (isDue) run();
    isDue = false;
  };
}
