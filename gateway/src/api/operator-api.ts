import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { type AuditRoutesDeps, auditOperatorRoutes } from '#src/audit/audit-routes.ts';
import type { EndSessionsDeps } from '#src/auth/end-sessions.ts';
import { userOperatorRoutes } from '#src/auth/user-operator-routes.ts';
import { incomingPaymentOperatorRoutes } from '#src/incoming-payments/incoming-payment-operator-routes.ts';
import type { ResolveDeps } from '#src/incoming-payments/resolve-incoming-payment.ts';
import { unreadableOperatorRoutes } from '#src/incoming-payments/unreadable-operator-routes.ts';
import { type LedgerRoutesDeps, ledgerOperatorRoutes } from '#src/ledger/ledger-operator-routes.ts';
import { type MailRoutesDeps, mailOperatorRoutes } from '#src/mail/mail-operator-routes.ts';
import type { KycReviewDeps } from '#src/merchants/kyc/kyc-deps.ts';
import { kycOperatorRoutes } from '#src/merchants/kyc/kyc-operator-routes.ts';
import {
  type MerchantOperatorDeps,
  merchantOperatorRoutes,
} from '#src/merchants/merchant-operator-routes.ts';
import {
  type HealthRoutesDeps,
  healthOperatorRoutes,
} from '#src/overview/health-operator-routes.ts';
import {
  type HeldRoutesDeps,
  heldOperatorRoutes,
} from '#src/reconciliation/held-operator-routes.ts';
import {
  type ReconciliationRoutesDeps,
  reconciliationOperatorRoutes,
} from '#src/reconciliation/reconciliation-operator-routes.ts';
import { unaskedRefundOperatorRoutes } from '#src/reconciliation/unasked-refund-operator-routes.ts';
import { createOperatorGuard, type PanelGuardDeps, type PanelLimitDeps } from './panel-guard.ts';

export type OperatorApiDeps = PanelGuardDeps &
  PanelLimitDeps &
  KycReviewDeps &
  MerchantOperatorDeps &
  EndSessionsDeps &
  AuditRoutesDeps &
  MailRoutesDeps &
  LedgerRoutesDeps &
  ResolveDeps &
  ReconciliationRoutesDeps &
  HeldRoutesDeps &
  HealthRoutesDeps;

/** The operators' side of the panel, behind one guard. */
export function operatorApi(deps: OperatorApiDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', createOperatorGuard(deps));
    app.addHook('onRequest', deps.limitReads);
    const routes: FastifyPluginAsync[] = [
      kycOperatorRoutes(deps),
      merchantOperatorRoutes(deps),
      userOperatorRoutes(deps),
      ledgerOperatorRoutes(deps),
      incomingPaymentOperatorRoutes(deps),
      unreadableOperatorRoutes(deps),
      reconciliationOperatorRoutes(deps),
      unaskedRefundOperatorRoutes(deps),
      heldOperatorRoutes(deps),
      healthOperatorRoutes(deps),
      mailOperatorRoutes(deps),
      auditOperatorRoutes(deps),
    ];
    for (const route of routes) await app.register(route);
  };
}
