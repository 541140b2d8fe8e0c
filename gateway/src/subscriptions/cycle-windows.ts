import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';

/** How many days before its due date the worker creates a cycle. */
const CREATED_DAYS = 4;
/** The payer's bank must have an instruction so many days before the due date. */
export const NOTICE_DAYS = 2;
/** A retry is at most so many days after the due date. */
const RETRY_DAYS = 7;
export const RETRIES_MAX = 3;

const CREATED_HOURS = 4;
/** The payer's bank tries between 0:00 and 8:00 and, without balance, between 18:00 and 21:00. */
const SETTLED_HOURS = { morning: 6, evening: 18 } as const;
/** The merchant cancels until 22:00 of the eve of the first attempt, the payer until its end. */
const MERCHANT_HOURS = 2;
/** Work of one day is spread over this time, so that charges of other requests don't wait. */
const SPREAD_MS = 8 * MINUTE_MS;
const SPREAD_DIGITS = 8;

/** The place of a subscription in the spread of a day's work, in milliseconds, by its id. */
function spreadOf(id: string): number {
  return Number.parseInt(id.slice(-SPREAD_DIGITS), 16) % SPREAD_MS;
}

/** From when on the worker creates a cycle, four days before its due date. In milliseconds. */
export function createdFrom(dueOn: string, subscriptionId: string): number {
  const day = startOfKnownDay(addDays(dueOn, -CREATED_DAYS));
  return day + CREATED_HOURS * HOUR_MS + spreadOf(subscriptionId);
}

/** The first instant at which it is too late for a cycle: less than two whole days are left. */
export function createdBefore(dueOn: string): number {
  return startOfKnownDay(addDays(dueOn, 1 - NOTICE_DAYS));
}

/** When the payer's bank tries to pay an attempt, in the morning or in the evening of its day. */
export function settledAt(
  attemptOn: string,
  subscriptionId: string,
  time: keyof typeof SETTLED_HOURS,
): number {
  return startOfKnownDay(attemptOn) + SETTLED_HOURS[time] * HOUR_MS + spreadOf(subscriptionId);
}

/** Who cancels a cycle. */
export type Canceler = 'merchant' | 'payer';

/** The first instant at which a cycle can't be canceled any more. */
export function cancelableBefore(dueOn: string, by: Canceler): number {
  const attempt = startOfKnownDay(dueOn);
  return by === 'payer' ? attempt : attempt - MERCHANT_HOURS * HOUR_MS;
}

/**
 * The days on which a failed cycle can be tried again: after today, at most seven days after its
 * due date and before the next cycle. Undefined if there are none.
 */
export function retryDays(
  { dueOn, nextDueOn }: { readonly dueOn: string; readonly nextDueOn: string },
  now: number,
): { readonly from: string; readonly until: string } | undefined {
  const tomorrow = addDays(brazilianDayOf(now), 1);
  const from = latest(tomorrow, addDays(dueOn, 1));
  const until = earliest(addDays(dueOn, RETRY_DAYS), addDays(nextDueOn, -1));
  return from <= until ? { from, until } : undefined;
}

/** The last day on which a cycle can be paid, if no attempt succeeds before. */
export function lastAttemptDay(
  cycle: { readonly dueOn: string; readonly nextDueOn: string },
  hasRetries: boolean,
): string {
  if (!hasRetries) return cycle.dueOn;
  return latest(
    cycle.dueOn,
    earliest(addDays(cycle.dueOn, RETRY_DAYS), addDays(cycle.nextDueOn, -1)),
  );
}

function latest(left: string, right: string): string {
  return left > right ? left : right;
}

function earliest(left: string, right: string): string {
  return left < right ? left : right;
}
