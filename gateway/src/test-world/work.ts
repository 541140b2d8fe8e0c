import { cancelCharges } from '#src/charges/cancel-charges.ts';
import { expireCharges } from '#src/charges/expire-charges.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import type { Poller } from '#src/ground/work/poller.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { settleByKey } from '#src/ledger/settlements/settle-due.ts';
import { planRemindersInClock } from '#src/messages/payer-mails/plan-reminders.ts';
import { planSubscriptionMails } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import {
  skipMailsInClock,
  writeMailsInClock,
} from '#src/messages/payer-mails/write-mails-in-clock.ts';
import { returnPayoutsByKey } from '#src/money-out/payouts/return-test-payouts.ts';
import { settlePayoutsByKey } from '#src/money-out/payouts/settle-payouts.ts';
import { settleRefundsByKey } from '#src/money-out/refunds/settle-refunds.ts';
import { payerMailParts } from '#src/reports/receipts/payer-mail-parts.ts';
import { endWithClock, runStepsInClock } from '#src/subscriptions/steps-in-clock.ts';
import { releaseFromClock } from '#src/webhooks/delivery/release-from-clock.ts';
import { createClockWorker } from './clocks/clock-worker.ts';
import { deleteOldClocks } from './clocks/delete-old-clocks.ts';
import type { DriveDeps } from './clocks/drive-clock.ts';
import { WORKING_CLOCKS } from './clocks/test-clock-store.ts';
import { onClockWork } from './clocks/wake-clock-worker.ts';
import { purgeSandbox } from './sandbox/purge-sandbox.ts';
import { resetSandboxIfDue } from './sandbox/reset-sandbox.ts';

const RESET_INTERVAL_MS = 20 * SECOND_MS;
const PURGE_INTERVAL_MS = MINUTE_MS;
const OLD_CLOCKS_INTERVAL_MS = HOUR_MS;

/** Starts the work of the public sandbox and of test clocks. */
export function startTestWorld(context: GatewayContext): RunningWork[] {
  const { every } = pollersOf(context);
  const { sandbox } = context.config;
  return [
    startTestClocks(context),
    every('old-test-clocks', OLD_CLOCKS_INTERVAL_MS, () => deleteOldClocks(context)),
    every('sandbox-reset', RESET_INTERVAL_MS, () => resetSandboxIfDue(context)),
    every('sandbox-bound', PURGE_INTERVAL_MS, () => purgeSandbox({ ...context, sandbox })),
  ];
}

/** Starts to advance test clocks and to delete those that members delete. */
export function startTestClocks(context: GatewayContext): RunningWork {
  const { database, clock, logger, scheduler } = context;
  let poller: Poller | undefined;
  const worker = createClockWorker({
    ...driveDepsOf(context),
    logger,
    wake: () => poller?.wake(),
  });
  poller = pollWhenDue({ database, clock, logger, scheduler }, WORKING_CLOCKS, {
    work: worker.round,
  });
  const stopListening = onClockWork(() => poller.wake());
  return {
    async stop() {
      stopListening();
      await poller.stop();
      await worker.stop();
    },
  };
}

function driveDepsOf(context: GatewayContext): DriveDeps {
  const { database, clock, logger, sandboxMerchantId } = context;
  const payerMails = { ...context, ...payerMailParts(context) };
  return {
    database,
    clock,
    steps: {
      charge: async (inClock, items) => void (await expireCharges(inClock, items)),
      payout: (inClock, items) =>
        settlePayoutsByKey({ ...inClock, logger, sandboxMerchantId }, items),
      payout_return: (inClock, items) => returnPayoutsByKey({ ...inClock, logger }, items),
      refund: (inClock, items) => settleRefundsByKey({ ...inClock, logger }, items),
      settlement: async (inClock, items) => {
        const rows = items.map(({ merchantId, environment, id }) => {
          return { merchant_id: merchantId, environment, id };
        });
        await settleByKey({ ...inClock, logger }, rows);
      },
      subscription: (inClock, items) =>
        runStepsInClock({ ...inClock, tellPayers: planSubscriptionMails }, items),
      payer_mail: (inClock, items) => writeMailsInClock(payerMails, inClock, items),
    },
    plan: planRemindersInClock,
    endings: {
      charge: async (inClock, items) => {
        const charges = items.map((item) => ({ ...item, isRemovedAtBank: false }));
        await cancelCharges(inClock, charges);
      },
      payer_mail: skipMailsInClock,
      subscription: endWithClock,
    },
    release: (bucket, items, how) =>
      releaseFromClock({ database: bucket, now: clock.now() }, items, how),
  };
}
