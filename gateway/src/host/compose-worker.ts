import { startAccounts } from '#src/accounts/work.ts';
import { startApiPix } from '#src/api-pix/work.ts';
import { openBank } from '#src/bank/open-bank.ts';
import { createLocationIds } from '#src/charges/locations/location-ids.ts';
import { chargeChanges, startCharges } from '#src/charges/work.ts';
import { startDisputes } from '#src/disputes/work.ts';
import { pollersOf, watchBuckets } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { startHeartbeat } from '#src/ground/work/worker-heartbeat.ts';
import { holdUntilConfirmed } from '#src/incoming/restorations/hold-until-confirmed.ts';
import { startIncoming, unrequestedRefundSaver } from '#src/incoming/work.ts';
import { startLedger } from '#src/ledger/work.ts';
import { moveReminders } from '#src/messages/payer-mails/move-reminders.ts';
import { planSubscriptionMails } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { startMessages } from '#src/messages/work.ts';
import { startMoneyOut } from '#src/money-out/work.ts';
import { payerMailParts } from '#src/reports/receipts/payer-mail-parts.ts';
import { closingFilesOf, startReports } from '#src/reports/work.ts';
import { startSubscriptions } from '#src/subscriptions/work.ts';
import { startTestWorld } from '#src/test-world/work.ts';
import { startWebhooks } from '#src/webhooks/work.ts';
import { composeProcessWork } from './compose-process-work.ts';
import type { AppContext } from './context.ts';
import { keepPartitions, PARTITIONS_INTERVAL_MS } from './expire-rows.ts';
import { allLedgerChecks } from './ledger-checks.ts';

/** Starts the background work of all rooms, also the part that other processes share. */
export async function composeWorker(appContext: AppContext): Promise<RunningWork> {
  const bank = await openBank(appContext);
  const changes = { moveReminders, nextLocationId: createLocationIds(appContext) };
  const work: RunningWork[] = [
    watchBuckets(appContext),
    startHeartbeat(appContext),
    pollersOf(appContext).everyInBuckets('partitions', PARTITIONS_INTERVAL_MS, (bucket) =>
      keepPartitions({ ...appContext, ...bucket }),
    ),
    ...startLedger(appContext, allLedgerChecks),
    ...startAccounts(appContext),
    ...composeProcessWork(appContext, bank),
    ...startWebhooks(appContext, holdUntilConfirmed),
    ...startCharges(appContext, bank, moveReminders),
    ...startSubscriptions(appContext, bank, planSubscriptionMails),
    ...startApiPix(appContext, (bucket) => chargeChanges(bucket, bank, changes)),
    ...startMoneyOut(appContext, bank),
    ...startDisputes(appContext, bank, unrequestedRefundSaver(appContext, bank?.name ?? '')),
    ...(bank ? startIncoming(appContext, bank) : []),
    ...startMessages({ ...appContext, ...payerMailParts(appContext) }, closingFilesOf(appContext)),
    ...startReports(appContext),
    ...startTestWorld(appContext),
  ];
  return {
    async stop() {
      await Promise.all(work.map((each) => each.stop()));
      await bank?.close();
    },
  };
}
