import { addDays, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { cycleDay, cycleIndexOf, dueDayOf } from './cycle-days.ts';
import { createdFrom, lastAttemptDay, RETRIES_MAX, settledAt } from './cycle-windows.ts';
import { reasonOf } from './reasons/reasons.ts';
import {
  type Cycle,
  isOpen,
  NEVER_AT_BANK,
  NO_BALANCE,
  openAttempt,
  type Subscription,
  type SubscriptionState,
} from './subscription.ts';

/** A step that becomes due by time. `create` records a failed cycle if its time is over. */
export type StepKind = 'expire_authorization' | 'expire_request' | 'create' | 'settle' | 'end';

/** The next thing to do with a subscription; `at` in milliseconds since 1970. */
export interface Step {
  readonly kind: StepKind;
  readonly at: number;
  /** The day of the cycle to create or to settle. */
  readonly day: string | null;
}

/**
 * The first thing that becomes due for a subscription; undefined if nothing does. A live one is
 * settled and ended by its bank, so its only step is to create a cycle.
 */
export function nextStep(state: SubscriptionState): Step | undefined {
  const { subscription, cycles } = state;
  const steps = cycles.flatMap((cycle) => settleStep(subscription, cycle));
  if (subscription.status === 'authorized' && hasNextCycle(subscription)) {
    steps.push(createStep(subscription));
  }
  const ending = subscription.environment === 'test' ? endingStep(state) : undefined;
  if (ending) steps.push(ending);
  return steps.reduce<Step | undefined>(
    (first, step) => (first && first.at <= step.at ? first : step),
    undefined,
  );
}

/** When a subscription ends because of the time; undefined if it doesn't. */
export function endingStep({ subscription, cycles }: SubscriptionState): Step | undefined {
  const { status, authorizableBefore, requestExpiresAt } = subscription;
  if (status === 'created') {
    const isRequestFirst = requestExpiresAt !== null && requestExpiresAt < authorizableBefore;
    return isRequestFirst
      ? { kind: 'expire_request', at: requestExpiresAt, day: null }
      : { kind: 'expire_authorization', at: authorizableBefore, day: null };
  }
  const isRunning = status === 'authorized' || status === 'paused';
  if (!isRunning || (status === 'authorized' && hasNextCycle(subscription))) return undefined;
  return endStep(subscription, cycles);
}

/** Whether the worker will create another cycle. */
export function hasNextCycle(subscription: Subscription): boolean {
  const { cyclesBy, endsOn, nextIndex } = subscription;
  return cyclesBy === 'gateway' && (endsOn === null || cycleDay(subscription, nextIndex) <= endsOn);
}

/** The due date of the cycle after another one. */
export function nextDueOf(subscription: Subscription, { day }: Pick<Cycle, 'day'>): string {
  return dueDayOf(cycleDay(subscription, cycleIndexOf(subscription, day) + 1));
}

/** Whether the rules allow another attempt of a cycle, apart from its days. */
export function isRetryable({ retries }: Subscription, cycle: Cycle): boolean {
  if (retries === 'none' || cycle.status !== 'failed' || cycle.chargeId === null) return false;
  const used = cycle.attempts.filter(({ kind }) => kind === 'new_attempt').length;
  return used < RETRIES_MAX && !isFinal(cycle);
}

/**
 * Whether a cycle may have another charge: it was canceled, its bank ended it as rejected, it was
 * rejected by a code that ends it, or no bank ever had it. After no balance it may not, as the
 * standard says.
 */
export function isReplaceable(cycle: Cycle): boolean {
  if (cycle.status === 'canceled') return true;
  return cycle.status === 'failed' && (cycle.chargeId === null || isFinal(cycle));
}

/** Whether a failed cycle can't be tried again: by its reason, or because the bank says so. */
function isFinal({ attempts }: Cycle): boolean {
  const last = attempts.at(-1);
  if (last?.isFinal) return true;
  const code = last?.code ?? NO_BALANCE;
  return (
    NEVER_AT_BANK.includes(code) ||
    (code !== NO_BALANCE && reasonOf('cycle_rejected', code).endsCycle)
  );
}

function createStep(subscription: Subscription): Step {
  const day = cycleDay(subscription, subscription.nextIndex);
  return { kind: 'create', at: createdFrom(dueDayOf(day), subscription.id), day };
}

/** Of the test environment only: a live cycle ends by what its bank says and pays. */
function settleStep({ environment, id }: Subscription, cycle: Cycle): Step[] {
  if (environment === 'live') return [];
  const attempt = openAttempt(cycle);
  if (!attempt) return [];
  const time = attempt.noBalanceAt === undefined ? 'morning' : 'evening';
  return [{ kind: 'settle', at: settledAt(attempt.on, id, time), day: cycle.day }];
}

/** A subscription ends after its last day, when no cycle can be paid any more. */
function endStep(subscription: Subscription, cycles: readonly Cycle[]): Step | undefined {
  const { endsOn, retries } = subscription;
  if (endsOn === null || cycles.some(isOpen)) return undefined;
  const days = cycles
    .filter((cycle) => isRetryable(subscription, cycle))
    .map((cycle) => {
      const days = { dueOn: cycle.dueOn, nextDueOn: nextDueOf(subscription, cycle) };
      return lastAttemptDay(days, retries !== 'none');
    });
  const last = [endsOn, ...days].reduce((left, right) => (left > right ? left : right));
  return { kind: 'end', at: startOfKnownDay(addDays(last, 1)), day: null };
}
