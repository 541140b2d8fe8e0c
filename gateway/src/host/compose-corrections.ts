import type { DecideProposalDeps } from '#src/accounts/proposals/decide-proposal.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { executeAdjustment } from '#src/money-out/adjustments/adjust-balance.ts';
import type { AdjustmentDeps } from '#src/money-out/adjustments/adjustment-deps.ts';
import {
  executeResolution,
  type ResolveOrderDeps,
} from '#src/money-out/order-resolutions/resolve-orders.ts';
import type { AppContext } from './context.ts';

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
  readonly execute: DecideProposalDeps['execute'];
}

/** Composes operators' corrections, for the panel and the commands. */
export function composeCorrections(appContext: AppContext): Corrections {
  const { config, database, clock, mailer, sandboxMerchantId } = appContext;
  const approvalAbove = centavos(config.adjustmentApprovalAbove);
  const adjustments = { database, clock, mailer, approvalAbove };
  const quarantineMs = config.bank?.quarantineMs ?? 0;
  const orders = { database, clock, sandboxMerchantId, quarantineMs };
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
