import type { DatabaseAndClock } from '../database-and-clock.ts';
import type { DueKind, ItemKey } from './test-clock.ts';

/** A due item of a clock; `eventId` is the event of a delivery. */
export interface DueItem extends ItemKey {
  readonly environment: 'test';
  readonly eventId: string | null;
}

/** Processes due items of a kind. It must be idempotent, because a crash repeats it. */
export type DueStep = (inClock: DatabaseAndClock, items: readonly DueItem[]) => Promise<void>;

/** What happens to the items of a kind in test clocks. */
export interface ClockKind {
  readonly kind: Exclude<DueKind, 'delivery'>;
  readonly step: DueStep;
  /** Ends items of a clock that is deleted; without it they happen as if they were due. */
  readonly end?: DueStep;
  /** Plans what becomes due while a clock is advanced and its items don't name. */
  readonly plan?: (
    inClock: DatabaseAndClock,
    clock: { readonly merchantId: string; readonly id: string },
  ) => Promise<void>;
}
