import { bankFor } from '#src/bank/choose-bank.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { type DueWorkDeps, runDueWork } from '#src/ground/work/due-work.ts';
import { bookPayoutReturn } from './book-payout-return.ts';
import type { Payout } from './payout.ts';
import { type PayoutKey, type PayoutRow, payoutFromRow, selectPayouts } from './payout-store.ts';
import { claimTestReturn, selectTestReturns } from './test-return-store.ts';

const RETURNS_MAX = 100;

/**
 * Returns paid payouts of the test environment that the simulated bank sends back, as a return at a
 * real bank is booked. Throws when the database is away.
 * @returns whether there may be more.
 */
export async function returnTestPayouts(deps: DueWorkDeps): Promise<boolean> {
  const now = deps.clock.now();
  const rows = await selectTestReturns(deps.database, new Date(now), RETURNS_MAX);
  const returned = await returnRows(deps, rows);
  return rows.length === RETURNS_MAX && returned > 0;
}

/** Returns the payouts of these keys in the same way, if they are due. */
export async function returnPayoutsByKey(
  deps: DueWorkDeps,
  keys: readonly PayoutKey[],
): Promise<void> {
  await returnRows(deps, await selectPayouts(deps.database, keys));
}

/** @returns how many were returned or set aside. */
function returnRows(deps: DueWorkDeps, rows: readonly PayoutRow[]): Promise<number> {
  const now = deps.clock.now();
  return runDueWork(deps, rows.map(payoutFromRow), {
    kind: 'payout_return',
    idOf: ({ id }) => id,
    merchantOf: ({ merchantId }) => merchantId,
    run: (database, some) => database.transaction((tx) => returnAll(tx, some, now)),
  });
}

async function returnAll(
  tx: Transaction,
  payouts: readonly Payout[],
  now: number,
): Promise<number> {
  let count = 0;
  for (const payout of payouts) {
    if (!(await claimTestReturn(tx, payout))) continue;
    const returnId = bankFor(payout.environment).refundPayment(now);
    await bookPayoutReturn(tx, payout, { returnId, amount: payout.amount }, now);
    count += 1;
  }
  return count;
}
