import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { failUnsentPayouts } from './fail-unsent-payouts.ts';
import type { PayoutKey } from './payout.ts';
import { lockWaitingPayout } from './payout-store.ts';
import type { SettleDeps } from './settle-payouts.ts';

const CANCELLED = {
  code: 'cancelled_by_merchant',
  message: 'O saque foi cancelado pela sua equipe antes de sair.',
};

/**
 * Cancels a payout that waits because payouts are stopped or its destination is new: it fails, its
 * money returns, and the merchant gets `payout.failed`; if the bank may have it, after the bank was
 * asked. Refuses `held_order_not_found`.
 */
export async function cancelWaitingPayout(
  deps: SettleDeps,
  key: PayoutKey,
  by: Actor,
): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const amount = await lockWaitingPayout(tx, key, new Date(now));
    if (amount === undefined) throw new Refusal('held_order_not_found');
    await failUnsentPayouts(deps, tx, [{ ...key, failure: CANCELLED }]);
    const { merchantId, environment, id: subject } = key;
    const details = { environment, amount: Number(amount) };
    recordChange(tx, by, { action: 'payout.cancelled', merchantId, subject, details }, now);
  });
}
