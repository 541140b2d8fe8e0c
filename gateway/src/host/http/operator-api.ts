import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { EndSessionsDeps } from '#src/accounts/auth/end-sessions.ts';
import { merchantViewOperatorRoutes } from '#src/accounts/auth/merchant-view/merchant-view-operator-routes.ts';
import { operatorRoutes } from '#src/accounts/auth/operators/operator-routes.ts';
import type { AcceptDeps } from '#src/accounts/auth/team/team.ts';
import { userOperatorRoutes } from '#src/accounts/auth/user-operator-routes.ts';
import type { KycReviewDeps } from '#src/accounts/merchants/kyc/kyc-deps.ts';
import { kycOperatorRoutes } from '#src/accounts/merchants/kyc/kyc-operator-routes.ts';
import {
  type MerchantOperatorDeps,
  merchantOperatorRoutes,
} from '#src/accounts/merchants/merchant-operator-routes.ts';
import { noteOperatorRoutes } from '#src/accounts/merchants/notes/note-operator-routes.ts';
import {
  type ProposalRoutesDeps,
  proposalOperatorRoutes,
} from '#src/accounts/proposals/proposal-operator-routes.ts';
import { disputeOperatorRoutes } from '#src/disputes/dispute-operator-routes.ts';
import type { DisputeDeps } from '#src/disputes/write-disputes.ts';
import type { SecondFactorDeps } from '#src/ground/access/second-factor-of-member.ts';
import { type AuditRoutesDeps, auditOperatorRoutes } from '#src/ground/audit/audit-routes.ts';
import { type MailRoutesDeps, mailOperatorRoutes } from '#src/ground/mail/mail-operator-routes.ts';
import { assignmentOperatorRoutes } from '#src/incoming/payments/assignment-operator-routes.ts';
import { incomingPaymentOperatorRoutes } from '#src/incoming/payments/incoming-payment-operator-routes.ts';
import type { UnassignDeps } from '#src/incoming/payments/unassign-incoming-payment.ts';
import { unreadableOperatorRoutes } from '#src/incoming/payments/unreadable-operator-routes.ts';
import {
  type HeldRoutesDeps,
  heldOperatorRoutes,
} from '#src/incoming/reconciliation/held-operator-routes.ts';
import {
  type ReconciliationRoutesDeps,
  reconciliationOperatorRoutes,
} from '#src/incoming/reconciliation/reconciliation-operator-routes.ts';
import { unrequestedRefundOperatorRoutes } from '#src/incoming/reconciliation/unrequested-refund-operator-routes.ts';
import { type LedgerRoutesDeps, ledgerOperatorRoutes } from '#src/ledger/ledger-operator-routes.ts';
import type { AdjustmentDeps } from '#src/money-out/adjustments/adjustment-deps.ts';
import { adjustmentOperatorRoutes } from '#src/money-out/adjustments/adjustment-operator-routes.ts';
import { orderResolutionOperatorRoutes } from '#src/money-out/order-resolutions/order-resolution-operator-routes.ts';
import type { ResolveOrderDeps } from '#src/money-out/order-resolutions/resolve-orders.ts';
import { payoutLimitOperatorRoutes } from '#src/money-out/payouts/limits/payout-limit-operator-routes.ts';
import { payoutStopOperatorRoutes } from '#src/money-out/payouts/stop/payout-stop-operator-routes.ts';
import type { StopDeps } from '#src/money-out/payouts/stop/stop-payouts.ts';
import {
  type HealthRoutesDeps,
  healthOperatorRoutes,
} from '#src/reports/overview/health-operator-routes.ts';
import { revenueOperatorRoutes } from '#src/reports/overview/revenue-operator-routes.ts';
import { setAsideOperatorRoutes } from '#src/reports/overview/set-aside-operator-routes.ts';
import {
  createOperatorCodeCheck,
  createOperatorGuard,
  type PanelGuardDeps,
  type PanelLimitDeps,
} from './panel-guard.ts';
import { countedByGuard } from './visit-limits.ts';

/** The dependencies of the guard and of each feature's routes. */
export interface OperatorApiDeps {
  readonly guard: PanelGuardDeps & PanelLimitDeps & SecondFactorDeps;
  readonly adjustments: AdjustmentDeps;
  readonly audit: AuditRoutesDeps;
  readonly auth: EndSessionsDeps & AcceptDeps;
  readonly disputes: DisputeDeps;
  readonly incomingPayments: UnassignDeps;
  readonly ledger: LedgerRoutesDeps;
  readonly mail: MailRoutesDeps;
  readonly merchants: KycReviewDeps & MerchantOperatorDeps;
  readonly orderResolutions: ResolveOrderDeps;
  readonly overview: HealthRoutesDeps;
  readonly payouts: StopDeps;
  readonly proposals: ProposalRoutesDeps;
  readonly reconciliation: ReconciliationRoutesDeps & HeldRoutesDeps;
}

/** The panel of operators: every operation, behind one guard. */
export function operatorApi(deps: OperatorApiDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    countedByGuard(app);
    app.addHook('onRequest', createOperatorGuard(deps.guard));
    app.addHook('onRequest', deps.guard.limitRequests);
    app.addHook('preHandler', createOperatorCodeCheck(deps.guard));
    const routes: FastifyPluginAsync[] = [
      kycOperatorRoutes(deps.merchants),
      merchantOperatorRoutes(deps.merchants),
      noteOperatorRoutes(deps.merchants),
      merchantViewOperatorRoutes(deps.auth),
      userOperatorRoutes(deps.auth),
      operatorRoutes(deps.auth),
      ledgerOperatorRoutes(deps.ledger),
      incomingPaymentOperatorRoutes(deps.incomingPayments),
      assignmentOperatorRoutes(deps.incomingPayments),
      unreadableOperatorRoutes(deps.incomingPayments),
      reconciliationOperatorRoutes(deps.reconciliation),
      unrequestedRefundOperatorRoutes(deps.reconciliation),
      payoutStopOperatorRoutes(deps.payouts),
      payoutLimitOperatorRoutes(deps.payouts),
      disputeOperatorRoutes(deps.disputes),
      heldOperatorRoutes(deps.reconciliation),
      orderResolutionOperatorRoutes(deps.orderResolutions),
      adjustmentOperatorRoutes(deps.adjustments),
      proposalOperatorRoutes(deps.proposals),
      healthOperatorRoutes(deps.overview),
      revenueOperatorRoutes(deps.overview),
      setAsideOperatorRoutes(deps.overview),
      mailOperatorRoutes(deps.mail),
      auditOperatorRoutes(deps.audit),
    ];
    for (const route of routes) await app.register(route);
  };
}
