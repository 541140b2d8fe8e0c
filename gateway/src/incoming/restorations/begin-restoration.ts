import { systemActor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { askBeforeSendingPayouts } from '#src/money-out/payouts/send-live-payouts.ts';
import { PLATFORM_STOP } from '#src/money-out/payouts/stop/payout-stop.ts';
import { stopPayouts } from '#src/money-out/payouts/stop/stop-payouts.ts';
import { askBeforeSendingRefunds } from '#src/money-out/refunds/send-live-refunds.ts';
import { requestReconciliation } from '../reconciliation/schedule-reconciliations.ts';
import { daysToCompare } from './compare-days.ts';
import { RESTORATION_STOP_REASON, type Restoration } from './restoration.ts';
import { insertRestoration } from './restoration-store.ts';

/**
 * Makes a restored database safe before its first worker starts; a repeat changes nothing. Live
 * payouts are stopped. Each open live payout and refund counts as one that the bank may have: the
 * worker asks the bank before it sends. The days since the restored instant are compared with the
 * bank again. Webhooks wait until the restoration is confirmed.
 */
export async function beginRestoration(
  deps: DatabaseAndClock,
  restoration: Restoration,
  bank: string | undefined,
): Promise<void> {
  const { database, clock } = deps;
  await stopPayouts(deps, PLATFORM_STOP, RESTORATION_STOP_REASON, systemActor);
  const now = clock.now();
  await database.transaction(async (tx) => {
    if (!(await insertRestoration(tx, restoration))) return;
    const at = new Date(now);
    await askBeforeSendingPayouts(tx, at);
    await askBeforeSendingRefunds(tx, at);
    const { backup, reachedAt } = restoration;
    const details = { backup, reached_at: isoTime(reachedAt) };
    const change = {
      action: 'restoration.begun' as const,
      merchantId: null,
      subject: backup,
      details,
    };
    recordChange(tx, systemActor, change, now);
  });
  if (bank === undefined) return;
  for (const day of daysToCompare(restoration, now)) {
    await requestReconciliation(deps, { bank, day }, systemActor);
  }
}
