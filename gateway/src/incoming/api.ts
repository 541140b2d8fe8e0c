import type { DecideProposalDeps } from '#src/accounts/proposals/decide-proposal.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { operatorRoutes } from '#src/ground/http/operation-doors.ts';
import { correctionsOf } from '#src/money-out/corrections.ts';
import type { SettleDeps } from '#src/money-out/payouts/settle-payouts.ts';
import { incomingOperations } from './operations.ts';
import { callbackRoutes } from './payments/callback-routes.ts';
import {
  CHARGE_PAYMENT_CODES,
  executeChargePayment,
  type PayChargeDeps,
} from './payments/pay-charge.ts';
import type { UnassignDeps } from './payments/unassign-incoming-payment.ts';
import type { ReconciliationDeps } from './reconciliation/reconciliation-operations.ts';

/** How the proposals of this room are executed, and the codes that they may refuse with. */
export const incomingProposals = {
  execute: { charge_payment: executeChargePayment },
  codes: CHARGE_PAYMENT_CODES,
} satisfies { execute: Partial<DecideProposalDeps['execute']>; codes: readonly string[] };

/** The routes of the bank's call-backs, and of operators who look after incoming payments. */
export function incomingApi(api: ApiContext): RoomRoutes {
  const { bank } = api.config;
  const deps = { ...correctionsOf(api.panel).adjustments, ...api.panel, bankName: bank?.provider };
  const callbacks = bank && {
    bank: bank.provider,
    secret: bank.callbackSecret,
    verifiedClientHeader: bank.callbackAuthHeader,
  };
  return {
    operators: [operatorRoutes<OperationDeps>(incomingOperations, deps)],
    open: [callbackRoutes({ ...api, callbacks })],
  };
}

type OperationDeps = DatabaseAndClock &
  UnassignDeps &
  PayChargeDeps &
  ReconciliationDeps &
  SettleDeps;
