import { withdrawStatement, withdrawUncertain } from '#src/bank/orders/withdrawn-orders.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { PayoutKey } from './payout-store.ts';
import { type SettleDeps, settlePayouts } from './settle-payouts.ts';

const WITHDRAW = withdrawStatement('payouts');

interface UnsentPayout extends PayoutKey {
  readonly failure: { readonly code: string; readonly message: string };
  /** Whether it was awaiting an approval. */
  readonly isUnapproved?: boolean;
}

/**
 * Fails payouts that were not sent, in the caller's transaction, which has locked them; their money
 * returns. In a restored database, a payout that the bank may have is withdrawn: a worker asks the
 * bank first. Throws when a payout had ended: a bug.
 */
export async function failUnsentPayouts(
  deps: SettleDeps,
  tx: Transaction,
  payouts: readonly UnsentPayout[],
): Promise<void> {
  const at = new Date(deps.clock.now());
  const ids = await withdrawUncertain(tx, WITHDRAW, { withdrawals: payouts, at });
  const failed = payouts.filter(({ id }) => !ids.has(id));
  const settled = await settlePayouts(
    deps,
    tx,
    failed.map((payout) => ({ ...payout, status: 'failed', endToEndId: null })),
  );
  if (settled.length !== failed.length) throw new Error('a payout that was not sent had ended');
}
