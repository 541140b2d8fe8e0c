import { failUnsent, type Withdrawal } from '#src/bank/orders/withdrawn-orders.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { PAYOUT_ORDERS } from './due-payout-store.ts';
import { type SettleDeps, settlePayouts } from './settle-payouts.ts';

interface UnsentPayout extends Withdrawal {
  /** Whether it was awaiting an approval. */
  readonly isUnapproved?: boolean;
}

/** Fails payouts that were not sent, as `failUnsent` says; their money returns. */
export function failUnsentPayouts(
  deps: SettleDeps,
  tx: Transaction,
  unsent: readonly UnsentPayout[],
): Promise<void> {
  const at = new Date(deps.clock.now());
  return failUnsent(tx, PAYOUT_ORDERS, { unsent, at }, (failed) =>
    settlePayouts(
      deps,
      tx,
      failed.map((payout) => ({ ...payout, endToEndId: null })),
    ),
  );
}
