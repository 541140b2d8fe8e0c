import type { LiveBank } from '#src/bank/live-bank.ts';
import { bankLeaseOf, quarantineOf } from '#src/bank/open-bank.ts';
import { productToken } from '#src/ground/brand/brand.ts';
import { DAY_MS, MINUTE_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { openTargetClient, targetRulesOf } from '#src/ground/http/target-rules.ts';
import { packageVersion } from '#src/ground/package-version.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import { pollersOf, whileChanging } from '#src/ground/work/pollers.ts';
import { type RunningWork, startInBuckets } from '#src/ground/work/start-in-buckets.ts';
import type { LedgerCheck } from '#src/ledger/ledger-check.ts';
import { balanceAdjustmentChecks } from './adjustments/balance-adjustment-checks-store.ts';
import { createApprovalAsker } from './payouts/approval/ask-server.ts';
import { expireApprovals } from './payouts/approval/decide-approval.ts';
import {
  countWaitingApprovals,
  DUE_CALLS,
  EXPIRED_APPROVALS,
} from './payouts/approval/payout-approval-store.ts';
import { DUE_AUTOMATIC_PAYOUTS } from './payouts/automatic/automatic-payout-store.ts';
import { runDueAutomatic } from './payouts/automatic/run-automatic.ts';
import { checkEndedPayouts } from './payouts/check-ended-payouts.ts';
import { DUE_PAYOUTS, DUE_TEST_RETURNS, PAYOUT_ORDERS } from './payouts/due-payout-store.ts';
import { heldPayouts } from './payouts/held-payouts.ts';
import { DUE_PAYOUT_MAILS } from './payouts/mails/payout-mail-store.ts';
import { writePayoutMails } from './payouts/mails/write-payout-mails.ts';
import { payoutChecks } from './payouts/payout-checks-store.ts';
import { expireControlRows } from './payouts/payout-owner.ts';
import { returnTestPayouts } from './payouts/return-test-payouts.ts';
import { sendLivePayouts } from './payouts/send-live-payouts.ts';
import { settleDuePayouts } from './payouts/settle-payouts.ts';
import { holdStoppedPayouts } from './payouts/stop/hold-stopped-payouts.ts';
import { PAYOUT_STOPS } from './payouts/stop/hold-stopped-store.ts';
import { countStoppedPayouts } from './payouts/stop/read-payout-stops.ts';
import { checkFailedRefunds } from './refunds/check-failed-refunds.ts';
import { DUE_REFUNDS, REFUND_ORDERS } from './refunds/due-refund-store.ts';
import { heldRefunds } from './refunds/held-refunds.ts';
import { refundChecks } from './refunds/refund-checks-store.ts';
import { sendLiveRefunds } from './refunds/send-live-refunds.ts';
import { settleDueRefunds } from './refunds/settle-refunds.ts';
import { transferChecks } from './transfers/transfer-checks-store.ts';

const HOLD_INTERVAL_MS = 500;
/** Connections to one approval server of merchants. */
const CONNECTIONS_PER_ORIGIN = 16;

/** The checks between payouts, refunds, transfers, adjustments and the ledger. */
export const moneyOutChecks: readonly LedgerCheck[] = [
  ...payoutChecks,
  ...refundChecks,
  ...transferChecks,
  ...balanceAdjustmentChecks,
];

/** Starts the work on payouts and refunds: settlement, controls, mails, and orders at the bank. */
export function startMoneyOut(
  context: GatewayContext,
  { bank }: { readonly bank: LiveBank | undefined },
): RunningWork[] {
  const { config, clock } = context;
  const { everyInBuckets, whenDue } = pollersOf(context);
  const canSend = bank?.sending !== undefined;
  const { paymentDelaySeconds } = config.sandbox;
  countWaitingPayouts(context);
  return [
    whenDue(DUE_PAYOUTS, (bucket) => settleDuePayouts({ ...context, ...bucket })),
    whenDue(DUE_AUTOMATIC_PAYOUTS, (bucket) =>
      runDueAutomatic({ ...context, ...bucket, paymentDelaySeconds, canSend }),
    ),
    whenDue(DUE_TEST_RETURNS, (bucket) => returnTestPayouts({ ...context, ...bucket })),
    whenDue(DUE_REFUNDS, (bucket) => settleDueRefunds({ ...context, ...bucket })),
    startApprovalCalls(context),
    whenDue(EXPIRED_APPROVALS, (bucket) => expireApprovals({ ...context, ...bucket })),
    whenDue(DUE_PAYOUT_MAILS, (bucket) => writePayoutMails({ ...context, ...bucket })),
    whenDue(PAYOUT_STOPS, (bucket) => holdStoppedPayouts({ ...bucket, clock })),
    everyInBuckets('payout-control-rows', MINUTE_MS, ({ database }) => {
      const now = clock.now();
      const callsBefore = now - config.retention.eventDays * DAY_MS;
      return expireControlRows(database, { now, callsBefore });
    }),
    ...(bank ? startOrders(context, bank) : []),
  ];
}

/** Starts the work on payouts and refunds at the bank. */
function startOrders(context: GatewayContext, { receiving, sending }: LiveBank): RunningWork[] {
  const { clock } = context;
  const { everyInBuckets, whenDue } = pollersOf(context);
  const hold = (name: string, { hold: round }: Pick<typeof heldPayouts, 'hold'>): RunningWork =>
    everyInBuckets(
      name,
      HOLD_INTERVAL_MS,
      whileChanging((bucket) => round({ ...bucket, clock })),
    );
  const orders = {
    ...context,
    bankLeaseMs: bankLeaseOf(context),
    quarantineMs: quarantineOf(context),
  };
  const refunds = { ...orders, receiving };
  const refundWork = [
    whenDue(REFUND_ORDERS.queue, (bucket) => sendLiveRefunds({ ...refunds, ...bucket })),
    whenDue(REFUND_ORDERS.checkQueue, (bucket) => checkFailedRefunds({ ...refunds, ...bucket })),
    hold('held-refunds', heldRefunds),
  ];
  if (!sending) return refundWork;
  const payouts = { ...orders, sending };
  return [
    ...refundWork,
    whenDue(PAYOUT_ORDERS.queue, (bucket) => sendLivePayouts({ ...payouts, ...bucket })),
    whenDue(PAYOUT_ORDERS.checkQueue, (bucket) => checkEndedPayouts({ ...payouts, ...bucket })),
    hold('held-payouts', heldPayouts),
  ];
}

/** Starts to ask merchants' servers whether payouts may be sent. */
function startApprovalCalls(context: GatewayContext): RunningWork {
  const { config, database, clock, logger, scheduler } = context;
  const http = openTargetClient(config, targetRulesOf(config), {
    connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
  });
  const userAgent = `${productToken(config.brand)}/${packageVersion}`;
  const running = startInBuckets(database, (bucket) => {
    const asker = createApprovalAsker({ ...context, database: bucket, http, userAgent });
    const poller = pollWhenDue({ database: bucket, clock, logger, scheduler }, DUE_CALLS, {
      work: () => asker.round(),
    });
    return {
      async stop() {
        await poller.stop();
        await asker.stop();
      },
    };
  });
  return {
    async stop() {
      await running.stop();
      await http.close();
    },
  };
}

/** Registers the metrics of payouts that wait. */
function countWaitingPayouts({ database, metrics }: GatewayContext): void {
  metrics.gauge(
    'pix_gateway_stopped_payouts',
    'Live payouts that wait because payouts are stopped (up to 10,000)',
    () => countStoppedPayouts(database),
  );
  metrics.gauge(
    'pix_gateway_payouts_awaiting_approval',
    'Payouts that wait for an approval of their merchant (up to 10,000)',
    () => countWaitingApprovals(database),
  );
}
