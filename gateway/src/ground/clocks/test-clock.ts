import * as f from '../database/fields.ts';
import { DAY_MS } from '../durations.ts';

/** How many clocks a merchant may have. */
export const CLOCKS_MAX = 20;
/** How far a clock may go from its start, in all. */
export const SPAN_DAYS_MAX = 731;
export const SPAN_MS_MAX = SPAN_DAYS_MAX * DAY_MS;
/** How far one advance may go. */
export const STEP_DAYS_MAX = 366;
export const STEP_MS_MAX = STEP_DAYS_MAX * DAY_MS;
/** After how many real days without an advance a clock is deleted. */
export const KEPT_DAYS = 30;
export const KEPT_MS = KEPT_DAYS * DAY_MS;

/** The lane of deliveries that wait for a test clock: the worker of deliveries leaves it alone. */
export const TEST_CLOCK_LANE = 'test clock';

/**
 * `ready`: all work that was due until `now` is done. `advancing`: it is being done. `deleting`:
 * the waiting work is being ended.
 */
export const clockStatuses = ['ready', 'advancing', 'deleting'] as const;
export type ClockStatus = (typeof clockStatuses)[number];

export const TEST_CLOCK = {
  id: f.uuid,
  merchantId: f.uuid,
  name: f.orNull(f.text),
  status: f.textOf<ClockStatus>(),
  startedAt: f.instant,
  /** The time of the clock. */
  now: f.inColumn('now_at', f.instant),
  /** Where an advance that is under way ends; otherwise `now`. */
  target: f.inColumn('target_at', f.instant),
  /** By the real time. */
  createdAt: f.instant,
  deleteAfter: f.instant,
};
/** A clock of one merchant's test environment. Instants are milliseconds since 1970. */
export type TestClock = f.RecordOf<typeof TEST_CLOCK>;

/** The kinds of due items, in the order in which they are done at one instant. */
export const dueKinds = [
  'subscription',
  'charge',
  'payout',
  'payout_return',
  'refund',
  'settlement',
  'payer_mail',
  'delivery',
] as const;
export type DueKind = (typeof dueKinds)[number];
/** The kinds of items that can have a clock. A dispute is never due by itself. */
export type ItemKind = DueKind | 'dispute';

export const ITEM_KEY = { merchantId: f.uuid, kind: f.textOf<ItemKind>(), id: f.uuid };
/** The key of an item that can have a clock. */
export type ItemKey = f.RecordOf<typeof ITEM_KEY>;

export interface NewItem extends ItemKey {
  /** The event of a delivery. */
  readonly eventId?: string;
  /** By the clock, in milliseconds since 1970; null when nothing is due. */
  readonly dueAt: number | null;
}
