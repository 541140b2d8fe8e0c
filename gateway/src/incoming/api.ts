import type { DecideProposalDeps } from '#src/accounts/proposals/decide-proposal.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { correctionsOf } from '#src/money-out/corrections.ts';
import { assignmentOperatorRoutes } from './payments/assignment-operator-routes.ts';
import { callbackRoutes } from './payments/callback-routes.ts';
import { chargePaymentOperatorRoutes } from './payments/charge-payment-operator-routes.ts';
import { incomingPaymentOperatorRoutes } from './payments/incoming-payment-operator-routes.ts';
import { CHARGE_PAYMENT_CODES, executeChargePayment } from './payments/pay-charge.ts';
import { unreadableOperatorRoutes } from './payments/unreadable-operator-routes.ts';
import { heldOperatorRoutes } from './reconciliation/held-operator-routes.ts';
import { reconciliationOperatorRoutes } from './reconciliation/reconciliation-operator-routes.ts';
import { unrequestedRefundOperatorRoutes } from './reconciliation/unrequested-refund-operator-routes.ts';

/** How the proposals of this room are executed, and the codes that they may refuse with. */
export const incomingProposals = {
  execute: { charge_payment: executeChargePayment },
  codes: CHARGE_PAYMENT_CODES,
} satisfies { execute: Partial<DecideProposalDeps['execute']>; codes: readonly string[] };

/** The routes of the bank's call-backs, and of operators who look after incoming payments. */
export function incomingApi(api: ApiContext): RoomRoutes {
  const { bank } = api.config;
  const { panel } = api;
  const reconciliation = { ...panel, bankName: bank?.provider };
  const callbacks = bank && {
    bank: bank.provider,
    secret: bank.callbackSecret,
    verifiedClientHeader: bank.callbackAuthHeader,
  };
  return {
    operators: [
      incomingPaymentOperatorRoutes(panel),
      assignmentOperatorRoutes(panel),
      chargePaymentOperatorRoutes(correctionsOf(panel).adjustments),
      unreadableOperatorRoutes(panel),
      reconciliationOperatorRoutes(reconciliation),
      unrequestedRefundOperatorRoutes(reconciliation),
      heldOperatorRoutes(reconciliation),
    ],
    open: [callbackRoutes({ ...api, callbacks })],
  };
}
