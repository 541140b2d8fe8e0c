import type { DecideProposalDeps } from '#src/accounts/proposals/decide-proposal.ts';
import { quarantineOf } from '#src/bank/open-bank.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { executeAdjustment } from './adjustments/adjust-balance.ts';
import type { AdjustmentDeps } from './adjustments/adjustment-deps.ts';
import { executeResolution, type ResolveOrderDeps } from './order-resolutions/resolve-orders.ts';

/** The codes that an approval may refuse with, because it executes its proposal. */
export const EXECUTION_CODES: readonly ProblemCode[] = [
  'order_not_found',
  'order_not_stuck',
  'merchant_not_found',
  'sandbox_forbidden',
  'balance_limit_reached',
];

/** The dependencies of operators' corrections: adjustments, stuck orders, and proposals. */
export interface Corrections {
  readonly adjustments: AdjustmentDeps;
  readonly orders: ResolveOrderDeps;
  /** How the proposals of this room are executed. */
  readonly execute: Omit<DecideProposalDeps['execute'], 'charge_payment'>;
}

/** Operators' corrections, for the panel and the commands. */
export function correctionsOf(context: GatewayContext): Corrections {
  const approvalAbove = centavos(context.config.adjustmentApprovalAbove);
  const adjustments = { ...context, approvalAbove };
  const orders = { ...context, quarantineMs: quarantineOf(context) };
  return {
    adjustments,
    orders,
    execute: {
      balance_adjustment: (tx, proposal, by, now) =>
        executeAdjustment(adjustments, tx, proposal, { by, now }),
      payout_resolution: (tx, proposal, by, now) =>
        executeResolution(orders, tx, proposal, { by, now }),
      refund_resolution: (tx, proposal, by, now) =>
        executeResolution(orders, tx, proposal, { by, now }),
    },
  };
}
