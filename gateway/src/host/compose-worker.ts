import { purgeUsage } from '#src/accounts/merchants/credentials/count-usage.ts';
import { settleDueCharges } from '#src/charges/charge-jobs.ts';
import { DUE_CHARGES } from '#src/charges/charge-store.ts';
import { claimForDisputes } from '#src/disputes/claim-for-disputes.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import { DUE_MAILS } from '#src/ground/mail/mail-store.ts';
import { createMailSender } from '#src/ground/mail/send-mails.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import { startPoller } from '#src/ground/work/poller.ts';
import { listSetAside } from '#src/ground/work/set-aside.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { startHeartbeat } from '#src/ground/work/worker-heartbeat.ts';
import { runVerificationIfDue } from '#src/ledger/run-verifications.ts';
import { settleDuePayments } from '#src/ledger/settlements/settle-due.ts';
import { DUE_SETTLEMENTS } from '#src/ledger/settlements/settlement-store.ts';
import { DUE_PAYMENT_MAILS } from '#src/messages/notifications/payments/payment-cursor-store.ts';
import { writePaymentMails } from '#src/messages/notifications/payments/write-payment-mails.ts';
import { DUE_AUTOMATIC_PAYOUTS } from '#src/money-out/payouts/automatic/automatic-payout-store.ts';
import { runDueAutomatic } from '#src/money-out/payouts/automatic/run-automatic.ts';
import { DUE_PAYOUTS } from '#src/money-out/payouts/payout-store.ts';
import { returnTestPayouts } from '#src/money-out/payouts/return-test-payouts.ts';
import { settleDuePayouts } from '#src/money-out/payouts/settle-payouts.ts';
import { DUE_TEST_RETURNS } from '#src/money-out/payouts/test-return-store.ts';
import { DUE_REFUNDS } from '#src/money-out/refunds/refund-store.ts';
import { settleDueRefunds } from '#src/money-out/refunds/settle-refunds.ts';
import { writeSummaryMails } from '#src/reports/summaries/write-summary-mails.ts';
import { createSearchPacker } from '#src/reports/transactions/pack-search-chunks.ts';
import { purgeSandbox } from '#src/test-world/sandbox/purge-sandbox.ts';
import { resetSandboxIfDue } from '#src/test-world/sandbox/reset-sandbox.ts';
import { watchEndpoints } from '#src/webhooks/alarms/watch-endpoints.ts';
import { readDeliveryQueue } from '#src/webhooks/reports/read-delivery-queue.ts';
import { bucketPoller, queuePoller, watchBuckets } from './bucket-poller.ts';
import { alertSender } from './compose-alerts.ts';
import { openBank, startBankWork } from './compose-bank.ts';
import { startDeliveries } from './compose-deliveries.ts';
import { disputeDepsOf } from './compose-disputes.ts';
import { startExams } from './compose-exams.ts';
import { openPayoutControls } from './compose-payout-controls.ts';
import { startTestClocks } from './compose-test-clocks.ts';
import { type AppContext, allLedgerChecks, type Running } from './context.ts';
import { keepPartitions } from './expire-rows.ts';

const ALARM_INTERVAL_MS = 20 * SECOND_MS;
const SUMMARY_INTERVAL_MS = MINUTE_MS;
const RESET_INTERVAL_MS = 20_000;
const CLAIM_INTERVAL_MS = 5_000;
const PACK_INTERVAL_MS = 250;
const SANDBOX_BOUND_INTERVAL_MS = MINUTE_MS;
const PARTITIONS_INTERVAL_MS = MINUTE_MS;
const ALERT_INTERVAL_MS = MINUTE_MS;
const VERIFY_INTERVAL_MS = 2_000;
const USAGE_PURGE_INTERVAL_MS = HOUR_MS;

/** Starts the worker: due payments, payouts and refunds, webhooks, mails, and periodic tasks. */
export async function composeWorker(appContext: AppContext): Promise<Running> {
  const bank = await openBank(appContext);
  const { config, database, clock, logger, sandboxMerchantId, secretBox } = appContext;
  const deps = { database, clock, logger, sandboxMerchantId };
  const deliveries = startDeliveries(appContext);
  const testClocks = startTestClocks(appContext);
  const exams = startExams(appContext);
  watchWork(appContext);
  const mailSender = createMailSender({ database, clock, secretBox, config }, config.smtp);
  const poll = (name: string, intervalMs: number, work: () => Promise<boolean>) =>
    startPoller({ name, intervalMs, work, logger });
  const pollers: RunningWork[] = [
    watchBuckets(appContext),
    ...startBucketWork(appContext, bank?.sending !== undefined),
    ...startNotifications(appContext),
    poll('sandbox-reset', RESET_INTERVAL_MS, () =>
      resetSandboxIfDue({ ...deps, mailer: appContext.mailer }),
    ),
    poll('ledger-verification', VERIFY_INTERVAL_MS, () =>
      runVerificationIfDue({ database, clock, checks: allLedgerChecks }),
    ),
    poll('operator-alerts', ALERT_INTERVAL_MS, alertSender(appContext)),
    pollWhenDue({ database, clock, logger }, DUE_MAILS, { work: () => mailSender.sendDue() }),
    poll('purge-usage', USAGE_PURGE_INTERVAL_MS, () => purgeUsage(database, clock.now())),
    poll('sandbox-bound', SANDBOX_BOUND_INTERVAL_MS, () =>
      purgeSandbox({ ...deps, sandbox: config.sandbox }),
    ),
    startHeartbeat(database, logger),
  ];
  const payoutControls = openPayoutControls(appContext);
  pollers.push(...payoutControls.pollers);
  if (bank) pollers.push(...startBankWork(appContext, bank));
  return {
    async stop() {
      await Promise.all([testClocks.stop(), ...pollers.map((poller) => poller.stop())]);
      await Promise.all([deliveries.stop(), exams.stop(), payoutControls.close()]);
      await bank?.close();
      mailSender.close();
    },
  };
}

/** Starts the work that runs separately in each bucket. */
function startBucketWork(appContext: AppContext, canSend: boolean): RunningWork[] {
  const { config, database, clock, logger, sandboxMerchantId } = appContext;
  const deps = { database, clock, logger, sandboxMerchantId };
  const disputeDeps = disputeDepsOf(appContext);
  const { paymentDelaySeconds } = config.sandbox;
  const pollBuckets = bucketPoller(appContext);
  const pollQueue = queuePoller(appContext);
  const packSearch = createSearchPacker({ clock, logger });
  return [
    pollQueue(DUE_CHARGES, (bucket) => settleDueCharges({ ...deps, ...bucket })),
    pollQueue(DUE_PAYOUTS, (bucket) => settleDuePayouts({ ...deps, ...bucket })),
    pollQueue(DUE_AUTOMATIC_PAYOUTS, (bucket) =>
      runDueAutomatic({ ...deps, ...bucket, paymentDelaySeconds, canSend }),
    ),
    pollQueue(DUE_TEST_RETURNS, (bucket) => returnTestPayouts({ ...deps, ...bucket })),
    pollQueue(DUE_REFUNDS, (bucket) => settleDueRefunds({ ...deps, ...bucket })),
    pollQueue(DUE_SETTLEMENTS, (bucket) => settleDuePayments({ ...deps, ...bucket })),
    pollBuckets('disputes-to-claim', CLAIM_INTERVAL_MS, (bucket) =>
      claimForDisputes({ ...disputeDeps, ...bucket }),
    ),
    pollBuckets('search-chunks', PACK_INTERVAL_MS, (bucket) => packSearch(bucket.database)),
    pollBuckets('partitions', PARTITIONS_INTERVAL_MS, (bucket) =>
      keepPartitions({ ...appContext, ...bucket }),
    ),
  ];
}

/** Registers the metrics of the work that waits. */
function watchWork({ database, clock, metrics }: AppContext): void {
  metrics.gauge(
    'pix_gateway_jobs',
    'Webhook deliveries that wait or run (up to 20,000)',
    async () => {
      const { waiting, running } = await readDeliveryQueue(database, clock.now());
      return waiting + running;
    },
  );
  metrics.gauge(
    'pix_gateway_set_aside_items',
    'Due payments, payouts, refunds and incoming payments that failed and are tried again later',
    async () => (await listSetAside(database, clock.now(), 1)).total,
  );
}

/** Starts the work that writes the mails which members chose. */
function startNotifications(appContext: AppContext): RunningWork[] {
  const { database, clock, logger, mailer } = appContext;
  const deps = { database, clock, mailer };
  const pollBuckets = bucketPoller(appContext);
  return [
    queuePoller(appContext)(DUE_PAYMENT_MAILS, (bucket) =>
      writePaymentMails({ ...deps, ...bucket }),
    ),
    pollBuckets('webhook-alarms', ALARM_INTERVAL_MS, (bucket) =>
      watchEndpoints({ ...deps, ...bucket }),
    ),
    startPoller({
      ...{ name: 'daily-summaries', intervalMs: SUMMARY_INTERVAL_MS, logger },
      work: () => writeSummaryMails({ ...deps, logger }),
    }),
  ];
}
