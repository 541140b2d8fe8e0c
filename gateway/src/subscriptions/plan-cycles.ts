import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { cycleDay, cycleIndexOf, dueDayOf } from './cycle-days.ts';
import { createdBefore, retryDays } from './cycle-windows.ts';
import { hasNextCycle, isReplaceable, isRetryable, nextDueOf } from './next-step.ts';
import {
  type Cycle,
  isRunning,
  type Subscription,
  type SubscriptionState,
} from './subscription.ts';

/** A cycle of a variable amount can be made this long ahead. */
const AHEAD_DAYS_MAX = 366;

/** A cycle has at most so many charges, one after the other. */
const CHARGES_MAX = 20;

/** A cycle that can be made: its first day and its due date. */
export interface PlannedCycle {
  readonly day: string;
  readonly dueOn: string;
  readonly amount: Centavos;
}

/** A cycle that a merchant asks for. */
export interface WantedCycle {
  readonly amount: Centavos;
  readonly dueOn: string;
  /** Whether another day than a business day moves to the next one; it does unless told. */
  readonly movesToBusinessDay?: boolean;
}

/**
 * The cycle that a merchant asks for; where the gateway makes the cycles, only one that it has
 * passed. Refuses `subscription_not_running`, `subscription_amount_fixed`,
 * `cycle_amount_too_small`, `cycle_too_late`, and `invalid_request` for a day outside the
 * subscription or due with the gateway's next cycle.
 */
export function planCycle(
  { subscription }: SubscriptionState,
  { amount, dueOn: requested, movesToBusinessDay = true }: WantedCycle,
  now: number,
): PlannedCycle {
  const { status, cyclesBy, minAmount, endsOn } = subscription;
  const index = cycleIndexOf(subscription, requested);
  const isOtherAmount = subscription.amount !== null && amount !== subscription.amount;
  const isOfWorker = cyclesBy === 'gateway' && index >= subscription.nextIndex;
  if (isOfWorker || isOtherAmount) throw new Refusal('subscription_amount_fixed');
  if (status !== 'authorized') throw new Refusal('subscription_not_running');
  if (minAmount !== null && amount < minAmount) throw new Refusal('cycle_amount_too_small');
  const last = addDays(brazilianDayOf(now), AHEAD_DAYS_MAX);
  if (index < 0 || requested > last || (endsOn !== null && requested > endsOn)) {
    const until = endsOn !== null && endsOn < last ? endsOn : last;
    throw refusedDay('due_on', subscription.firstDueOn, until);
  }
  const dueOn = movesToBusinessDay ? dueDayOf(requested) : requested;
  refuseDayOfNext(subscription, dueOn);
  if (now >= createdBefore(dueOn)) throw new Refusal('cycle_too_late');
  return { day: cycleDay(subscription, index), dueOn, amount };
}

/** A day after a weekend or holiday may be that of the next cycle: the gateway charges it then. */
function refuseDayOfNext(subscription: Subscription, dueOn: string): void {
  if (!hasNextCycle(subscription)) return;
  const next = cycleDay(subscription, subscription.nextIndex);
  const nextDueOn = dueDayOf(next);
  if (dueOn < nextDueOn) return;
  let until = addDays(next, -1);
  while (dueDayOf(until) >= nextDueOn) until = addDays(until, -1);
  throw refusedDay('due_on', subscription.firstDueOn, until);
}

/**
 * The charge that a planned one replaces; undefined if its cycle has none. `found` are those of the
 * cycle, and those that are due on its day. Refuses `cycle_exists` unless the only one that was not
 * replaced itself is of the same cycle and ended without money, and for the 21st charge.
 */
export function replacedBy(planned: PlannedCycle, found: readonly Cycle[]): Cycle | undefined {
  const [current, ...others] = found.filter(({ isReplaced }) => !isReplaced);
  if (!current) return undefined;
  const isOnly = others.length === 0 && current.day === planned.day;
  const isAllowed = isOnly && isReplaceable(current) && current.number < CHARGES_MAX;
  if (!isAllowed) throw new Refusal('cycle_exists');
  return current;
}

/** A retry that a merchant asks for, on a day or on the first possible one. */
export interface WantedRetry {
  /** The due date of the cycle; null for the newest failed one. */
  readonly dueOn: string | null;
  /** The charge, of several that are due on one day. */
  readonly chargeId?: string;
  readonly on: string | null;
}

/**
 * The failed cycle to try again, and the day. Refuses `subscription_not_running`,
 * `cycle_not_found`, `cycle_not_retryable`, and `invalid_request` for another day.
 */
export function planRetry(
  { subscription, cycles }: SubscriptionState,
  wanted: WantedRetry,
  now: number,
): { readonly cycle: Cycle; readonly on: string } {
  if (!isRunning(subscription)) throw new Refusal('subscription_not_running');
  const { dueOn: day, chargeId: named } = wanted;
  const cycle = cycles.findLast(
    ({ dueOn, chargeId, status, isReplaced }) =>
      !isReplaced &&
      (day === null ? status === 'failed' : dueOn === day) &&
      (named === undefined || chargeId === named),
  );
  if (!cycle) throw new Refusal(named === undefined ? 'cycle_not_found' : 'cycle_not_retryable');
  const days = daysToRetry(subscription, cycle, now);
  if (!days) throw new Refusal('cycle_not_retryable');
  const { first, until } = days;
  const on = wanted.on ?? first;
  if (on < first || on > until || isTaken(cycle, on)) throw refusedDay('on', first, until);
  return { cycle, on };
}

/** From when until when a failed cycle can be tried again; undefined if it can't. */
export function daysToRetry(
  subscription: Subscription,
  cycle: Cycle,
  now: number,
): { readonly first: string; readonly until: string } | undefined {
  if (!isRunning(subscription) || !isRetryable(subscription, cycle)) return undefined;
  const days = retryDays({ dueOn: cycle.dueOn, nextDueOn: nextDueOf(subscription, cycle) }, now);
  if (!days) return undefined;
  const { until } = days;
  let first = days.from;
  while (isTaken(cycle, first)) first = addDays(first, 1);
  return first <= until ? { first, until } : undefined;
}

function isTaken({ attempts }: Cycle, day: string): boolean {
  return attempts.some(({ on }) => on === day);
}

function refusedDay(field: string, from: string, until: string): Refusal {
  const message = fieldText((texts) => texts.daysBetween(from, until));
  return new Refusal('invalid_request', { fields: [{ field, message }] });
}
