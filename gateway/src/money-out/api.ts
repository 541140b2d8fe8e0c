import type { LiveBank } from '#src/bank/live-bank.ts';
import type { ChargesOfCustomer } from '#src/charges/charge.ts';
import type { ClockTimes } from '#src/ground/clocks/clock-times.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { memberRoutes, operatorRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { targetRulesOf } from '#src/ground/http/target-rules.ts';
import { type CreatedResource, withKeyOfClock } from '#src/ground/idempotency/create-under-keys.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { ofCaller } from '#src/ground/work/request-batches.ts';
import type { AdjustmentDeps } from './adjustments/adjustment-deps.ts';
import { correctionsOf } from './corrections.ts';
import { moneyOutOperations } from './operations.ts';
import type { ResolveOrderDeps } from './order-resolutions/resolve-orders.ts';
import type { ApprovalServerDeps } from './payouts/approval/approval-server.ts';
import { keepBeneficiary } from './payouts/beneficiaries/save-beneficiaries.ts';
import { createPayouts } from './payouts/create-payouts.ts';
import type { PayoutOperationDeps } from './payouts/payout-operations.ts';
import type { PayoutRequest } from './payouts/payout-request.ts';
import { createRefunds } from './refunds/create-refunds.ts';
import type { RefundListDeps } from './refunds/refund-list-operations.ts';
import type { RefundOperationDeps } from './refunds/refund-operations.ts';
import type { RefundRequest } from './refunds/refund-request.ts';
import type { TransferOperationDeps } from './transfers/transfer-operations.ts';

/** The parts of other rooms that money out uses. */
export interface MoneyOutParts {
  readonly bank: LiveBank | undefined;
  readonly clocks: ClockTimes;
  readonly chargesOfCustomer: ChargesOfCustomer;
  /** The operation of `refundCreator`. */
  readonly createRefund: Batcher<RefundRequest, CreatedResource>;
}

/** Makes the operation that creates refunds. */
export function refundCreator(
  { config }: ApiContext,
  { bank, clocks }: Pick<MoneyOutParts, 'bank' | 'clocks'>,
): MoneyOutParts['createRefund'] {
  const { paymentDelaySeconds } = config.sandbox;
  const canRefund = bank !== undefined;
  return clocks.batcher<RefundRequest, CreatedResource>({
    name: 'create-refunds',
    run: (items, inClock) => createRefunds({ paymentDelaySeconds, canRefund, ...inClock }, items),
    settings: { atOnce: 1, ...ofCaller },
    clockOf: ({ caller: { merchantId, environment }, chargeId: id }) =>
      clocks.clockOf('charge', { merchantId, environment, id }),
    bind: withKeyOfClock,
  });
}

/** The routes of payouts, refunds, transfers and corrections. */
export function moneyOutApi(
  api: ApiContext,
  { bank, clocks, chargesOfCustomer, createRefund }: MoneyOutParts,
): RoomRoutes {
  const { config, panel, rateLimits } = api;
  const { paymentDelaySeconds } = config.sandbox;
  const canSend = bank?.sending !== undefined;
  const createPayout = clocks.batcher<PayoutRequest, CreatedResource>({
    name: 'create-payouts',
    run: (items, inClock) => createPayouts({ paymentDelaySeconds, canSend, ...inClock }, items),
    settings: { atOnce: 1, ...ofCaller },
    clockOf: ({ caller }) => caller.testClockId,
    bind: withKeyOfClock,
  });
  const countLookUp: TransferOperationDeps['countLookUp'] = (merchantId, { max, seconds }) =>
    rateLimits.countAttempt(`recipients ${merchantId}`, max, seconds);
  const { orders, adjustments } = correctionsOf(panel);
  const deps = {
    ...panel,
    ...orders,
    ...adjustments,
    createPayout,
    createRefund,
    chargesOfCustomer,
    countLookUp,
    keepBeneficiary,
    canSend,
    paymentDelaySeconds,
    targetRules: targetRulesOf(config),
  };
  return {
    api: [programRoutes<OperationDeps>(moneyOutOperations, { ...deps, ...api.reads }, config)],
    panel: [memberRoutes<OperationDeps>(moneyOutOperations, deps)],
    operators: [operatorRoutes<OperationDeps>(moneyOutOperations, deps)],
  };
}

type OperationDeps = PayoutOperationDeps &
  ApprovalServerDeps &
  RefundOperationDeps &
  RefundListDeps &
  TransferOperationDeps &
  ResolveOrderDeps &
  AdjustmentDeps;
