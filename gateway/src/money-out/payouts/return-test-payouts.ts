import { bankFor } from '#src/bank/choose-bank.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { type DueWorkDeps, runDueWork } from '#src/ground/work/due-work.ts';
import { bookPayoutReturn } from './book-payout-return.ts';
import { selectTestReturns, takeTestReturn } from './due-payout-store.ts';
import type { Payout, PayoutKey } from './payout.ts';
import { selectPayouts } from './payout-read-store.ts';

const RETURNS_MAX = 100;

/**
 * Returns paid payouts of the test environment that the simulated bank sends back, as a return at a
 * real bank is booked. Throws when the database is away.
 * @returns whether there may be more.
 */
export async function returnTestPayouts(deps: DueWorkDeps): Promise<boolean> {
  const wanted = { at: deps.clock.now(), limit: RETURNS_MAX };
  const due = await selectTestReturns(deps.database, wanted);
  const returned = await returnDue(deps, due);
  return due.length === RETURNS_MAX && returned > 0;
}

/** Returns the payouts of these keys in the same way, if they are due. */
export async function returnPayoutsByKey(
  deps: DueWorkDeps,
  keys: readonly PayoutKey[],
): Promise<void> {
  await returnDue(deps, await selectPayouts(deps.database, { keys }));
}

/** @returns how many were returned or set aside. */
function returnDue(deps: DueWorkDeps, payouts: readonly Payout[]): Promise<number> {
  const now = deps.clock.now();
  return runDueWork(deps, payouts, {
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
    const { merchantId, id } = payout;
    if ((await takeTestReturn(tx, { merchantId, id })) === 0) continue;
    const returnId = bankFor(payout.environment).refundPayment(now);
    await bookPayoutReturn(tx, payout, { returnId, amount: payout.amount }, now);
    count += 1;
  }
  return count;
}
