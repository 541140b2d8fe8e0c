import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import type { ChangedState } from './change-subscription.ts';
import type { Interval } from './cycle-days.ts';
import { type Cycle, isRunning, keyOfCycle, type Subscription } from './subscription.ts';

/** A row of the running subscriptions, and what a change adds to it. */
export interface TotalChange extends LedgerScope {
  readonly status: 'authorized' | 'paused';
  readonly interval: Interval;
  readonly isVariable: boolean;
  readonly count: bigint;
  readonly amount: Centavos;
}

/**
 * `canceled` and `expired` had been authorized. `withdrawn` (by the merchant or the payer's bank)
 * and `unanswered` were not. `failure` is an attempt. `failed` and `retrying` are cycles as they
 * are now, on their due date.
 */
export const dayFacts = [
  'authorized',
  'canceled',
  'expired',
  'rejected',
  'withdrawn',
  'unanswered',
  'paid',
  'failure',
  'failed',
  'retrying',
] as const;
export type DayFact = (typeof dayFacts)[number];

/** A row of a day, and what a change adds to it. */
export interface DayChange extends LedgerScope {
  readonly day: string;
  readonly fact: DayFact;
  /** Empty, or who ended a subscription. */
  readonly endedBy: string;
  /** Empty, or the code of an end or a failure. */
  readonly reason: string;
  readonly count: bigint;
  readonly amount: Centavos;
}

type BeforeAndAfter = Pick<ChangedState, 'before' | 'after'>;

/** The changes of the totals of running subscriptions. */
export function totalChanges({ before, after }: BeforeAndAfter): TotalChange[] {
  const [from, to] = [before.subscription, after.subscription];
  if (from.status === to.status) return [];
  return [...runningOf(from, -1n), ...runningOf(to, 1n)];
}

function runningOf(subscription: Subscription, count: 1n | -1n): TotalChange[] {
  if (!isRunning(subscription)) return [];
  const { merchantId, environment, interval, amount, minAmount } = subscription;
  const each = amount ?? minAmount ?? ZERO_CENTAVOS;
  return [
    {
      merchantId,
      environment,
      interval,
      isVariable: amount === null,
      count,
      status: subscription.status === 'paused' ? 'paused' : 'authorized',
      amount: centavos(count * each),
    },
  ];
}

/** The changes of the totals of days: that of `now`, and the due dates of the cycles. */
export function dayChanges({ before, after }: BeforeAndAfter, now: number): DayChange[] {
  const { merchantId, environment } = after.subscription;
  const today = brazilianDayOf(now);
  const known = new Map(before.cycles.map((cycle) => [keyOfCycle(cycle), cycle]));
  const changes = [
    ...endsOf(before.subscription, after.subscription),
    ...after.cycles.flatMap((cycle) => changesOfCycle(known.get(keyOfCycle(cycle)), cycle)),
  ];
  return changes.map((change) => ({
    merchantId,
    environment,
    day: today,
    endedBy: '',
    reason: '',
    amount: ZERO_CENTAVOS,
    ...change,
  }));
}

type Change = Pick<DayChange, 'fact' | 'count'> & Partial<DayChange>;

function endsOf(from: Subscription, to: Subscription): Change[] {
  const changes: Change[] = [];
  if (from.authorizedAt === null && to.authorizedAt !== null) {
    changes.push({ fact: 'authorized', count: 1n });
  }
  if (from.endedAt === null && to.endedAt !== null) {
    const reason = to.reason ?? '';
    changes.push({ fact: endOf(to), endedBy: to.endedBy ?? '', reason, count: 1n });
  }
  return changes;
}

function endOf({ status, authorizedAt }: Subscription): DayFact {
  if (status === 'rejected') return 'rejected';
  if (authorizedAt !== null) return status === 'canceled' ? 'canceled' : 'expired';
  return status === 'canceled' ? 'withdrawn' : 'unanswered';
}

function changesOfCycle(before: Cycle | undefined, after: Cycle): Change[] {
  if (before === after) return [];
  const { amount } = after;
  const changes = failuresOf(before, after);
  const isPaid = after.status === 'paid' && before?.status !== 'paid';
  if (isPaid) changes.push({ fact: 'paid', count: 1n, amount });
  // A cycle that stays failed or retrying is subtracted and added again.
  if (before) changes.push(...failedNowOf(before, -1n));
  return [...changes, ...failedNowOf(after, 1n)];
}

/** Failed attempts, and a cycle that got no charge. */
function failuresOf(
  before: Cycle | undefined,
  { attempts, status, reason, amount }: Cycle,
): Change[] {
  if (!before && attempts.length === 0 && status === 'failed') {
    return [{ fact: 'failure', reason: reason ?? '', count: 1n, amount }];
  }
  return attempts
    .filter((attempt, index) => {
      return attempt.status === 'failed' && before?.attempts[index]?.status !== 'failed';
    })
    .map(({ code }) => ({ fact: 'failure', reason: code ?? '', count: 1n, amount }));
}

/** A failed charge that was replaced counts no more: its cycle has another one. */
function failedNowOf({ status, dueOn: day, amount, isReplaced }: Cycle, count: 1n | -1n): Change[] {
  if (isReplaced || (status !== 'failed' && status !== 'retrying')) return [];
  return [{ fact: status, day, count, amount: centavos(count * amount) }];
}
