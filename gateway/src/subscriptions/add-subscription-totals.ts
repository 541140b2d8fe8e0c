import type { Transaction } from '#src/ground/database/database.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { ChangedState } from './change-subscription.ts';
import {
  type DayChange,
  dayChanges,
  type TotalChange,
  totalChanges,
} from './subscription-totals.ts';
import { addDays, addTotals } from './subscription-totals-store.ts';

/** Adds what changed to the totals of subscriptions, in the caller's transaction. */
export function addSubscriptionTotals(
  tx: Transaction,
  states: readonly ChangedState[],
  now: number,
): void {
  addTotals(tx, merged(states.flatMap(totalChanges), keyOfTotal));
  addDays(
    tx,
    merged(
      states.flatMap((state) => dayChanges(state, now)),
      keyOfDay,
    ),
  );
}

/**
 * One change for each row, in the order of the keys: transactions that change the same rows lock
 * them in one order. Changes that add nothing are omitted.
 */
function merged<Change extends TotalChange | DayChange>(
  changes: readonly Change[],
  keyOf: (change: Change) => string,
): Change[] {
  const rows = new Map<string, Change>();
  for (const change of changes) {
    const key = keyOf(change);
    const before = rows.get(key);
    const count = (before?.count ?? 0n) + change.count;
    const amount = centavos((before?.amount ?? 0n) + change.amount);
    rows.set(key, { ...change, count, amount });
  }
  return [...rows]
    .filter(([, { count, amount }]) => count !== 0n || amount !== 0n)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, change]) => change);
}

function keyOfTotal({
  merchantId,
  environment,
  status,
  interval,
  isVariable,
}: TotalChange): string {
  return [merchantId, environment, status, interval, isVariable].join(' ');
}

function keyOfDay({ merchantId, environment, day, fact, endedBy, reason }: DayChange): string {
  return [merchantId, environment, day, fact, endedBy, reason].join(' ');
}
