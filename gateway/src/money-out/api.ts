import type { LiveBank } from '#src/bank/live-bank.ts';
import type { ChargesOfCustomer } from '#src/charges/charge.ts';
import type { ClockTimes } from '#src/ground/clocks/clock-times.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { memberRoutes, operatorRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { targetRulesOf } from '#src/ground/http/target-rules.ts';
import { type CreatedResource, withKeyOfClock } from '#src/ground/idempotency/create-under-keys.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { ofCaller } from '#src/ground/work/request-batches.ts';
import { adjustmentOperatorRoutes } from './adjustments/adjustment-operator-routes.ts';
import { correctionsOf } from './corrections.ts';
import { moneyOutOperations } from './operations.ts';
import { orderResolutionOperatorRoutes } from './order-resolutions/order-resolution-operator-routes.ts';
import type { ApprovalServerDeps } from './payouts/approval/approval-server.ts';
import { batchCsvPanelRoutes } from './payouts/batches/batch-csv-panel-routes.ts';
import { batchPanelRoutes } from './payouts/batches/batch-panel-routes.ts';
import { createPayouts } from './payouts/create-payouts.ts';
import type { PayoutOperationDeps } from './payouts/payout-operations.ts';
import type { PayoutRequest } from './payouts/payout-request.ts';
import { createRefunds } from './refunds/create-refunds.ts';
import { refundListPanelRoutes } from './refunds/refund-list-panel-routes.ts';
import { listRefundsRoute, readRefundRoute } from './refunds/refund-list-routes.ts';
import { refundPanelRoutes } from './refunds/refund-panel-routes.ts';
import type { RefundRequest } from './refunds/refund-request.ts';
import { createRefundRoute } from './refunds/refund-routes.ts';
import { transferPanelRoutes } from './transfers/transfer-panel-routes.ts';

interface MoneyOutDeps {
  readonly bank: LiveBank | undefined;
  readonly clocks: ClockTimes;
  readonly chargesOfCustomer: ChargesOfCustomer;
}

/** The routes of money out, and its operation for the Central Bank's API. */
export interface MoneyOutApi extends RoomRoutes {
  readonly createRefund: Batcher<RefundRequest, CreatedResource>;
}

/** The operations and routes of payouts, refunds, transfers and corrections. */
export function moneyOutApi(
  api: ApiContext,
  { bank, clocks, chargesOfCustomer }: MoneyOutDeps,
): MoneyOutApi {
  const { config, panel, rateLimits } = api;
  const { isIdempotencyRequired, sandbox } = config;
  const { paymentDelaySeconds } = sandbox;
  const settings = { atOnce: 1, ...ofCaller };
  const [canSend, canRefund] = [bank?.sending !== undefined, bank !== undefined];
  const createPayout = clocks.batcher<PayoutRequest, CreatedResource>({
    name: 'create-payouts',
    run: (items, inClock) => createPayouts({ paymentDelaySeconds, canSend, ...inClock }, items),
    settings,
    clockOf: ({ caller }) => caller.testClockId,
    bind: withKeyOfClock,
  });
  const createRefund = clocks.batcher<RefundRequest, CreatedResource>({
    name: 'create-refunds',
    run: (items, inClock) => createRefunds({ paymentDelaySeconds, canRefund, ...inClock }, items),
    settings,
    clockOf: ({ caller: { merchantId, environment }, chargeId: id }) =>
      clocks.clockOf('charge', { merchantId, environment, id }),
    bind: withKeyOfClock,
  });
  const targetRules = targetRulesOf(config);
  const payouts = { ...panel, createPayout, canSend, paymentDelaySeconds, targetRules };
  const countLookUp: Parameters<typeof transferPanelRoutes>[0]['countLookUp'] = (
    merchantId,
    { max, seconds },
  ) => rateLimits.countAttempt(`recipients ${merchantId}`, max, seconds);
  const { orders, adjustments } = correctionsOf(panel);
  return {
    createRefund,
    api: [
      programRoutes<PayoutPanel>(moneyOutOperations, payouts, config),
      createRefundRoute({ createRefund, isIdempotencyRequired }),
      listRefundsRoute({ ...api.reads, chargesOfCustomer }),
      readRefundRoute(api.reads),
    ],
    panel: [
      ...panelRoutesOfPayouts(payouts),
      refundPanelRoutes({ createRefund }),
      refundListPanelRoutes({ ...panel, chargesOfCustomer }),
      transferPanelRoutes({ ...panel, countLookUp }),
    ],
    operators: [
      operatorRoutes<PayoutPanel>(moneyOutOperations, payouts),
      orderResolutionOperatorRoutes(orders),
      adjustmentOperatorRoutes(adjustments),
    ],
  };
}

type PayoutPanel = PayoutOperationDeps & ApprovalServerDeps;

function panelRoutesOfPayouts(deps: PayoutPanel) {
  return [
    memberRoutes<PayoutPanel>(moneyOutOperations, deps),
    batchPanelRoutes(deps),
    batchCsvPanelRoutes(deps),
  ];
}
