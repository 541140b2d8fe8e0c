import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { EndSessionsNeeds } from '#src/accounts/end-sessions.ts';
import { userOperatorRoutes } from '#src/accounts/user-operator-routes.ts';
import type { DecideNeeds } from '#src/merchants/kyc/decide-kyc.ts';
import { kycOperatorRoutes } from '#src/merchants/kyc/kyc-operator-routes.ts';
import {
  type MerchantOperatorNeeds,
  merchantOperatorRoutes,
} from '#src/merchants/merchant-operator-routes.ts';
import { type AuditRoutesNeeds, auditOperatorRoutes } from '#src/operations/audit-routes.ts';
import {
  type HealthRoutesNeeds,
  healthOperatorRoutes,
} from '#src/operations/health-operator-routes.ts';
import { type HeldRoutesNeeds, heldOperatorRoutes } from '#src/operations/held-operator-routes.ts';
import {
  type LedgerRoutesNeeds,
  ledgerOperatorRoutes,
} from '#src/operations/ledger-operator-routes.ts';
import { type MailRoutesNeeds, mailOperatorRoutes } from '#src/operations/mail-operator-routes.ts';
import { receiptOperatorRoutes } from '#src/receipts/receipt-operator-routes.ts';
import type { ResolveNeeds } from '#src/receipts/resolve-receipt.ts';
import { unreadableOperatorRoutes } from '#src/receipts/unreadable-operator-routes.ts';
import {
  type ReconciliationRoutesNeeds,
  reconciliationOperatorRoutes,
} from '#src/reconciliation/reconciliation-operator-routes.ts';
import { unaskedRefundOperatorRoutes } from '#src/reconciliation/unasked-refund-operator-routes.ts';
import { createOperatorGuard, type PanelGuardNeeds, type PanelShareNeeds } from './panel-guard.ts';

export type OperatorApiNeeds = PanelGuardNeeds &
  PanelShareNeeds &
  DecideNeeds &
  MerchantOperatorNeeds &
  EndSessionsNeeds &
  AuditRoutesNeeds &
  MailRoutesNeeds &
  LedgerRoutesNeeds &
  ResolveNeeds &
  ReconciliationRoutesNeeds &
  HeldRoutesNeeds &
  HealthRoutesNeeds;

/** The operators' side of the panel, behind one guard. */
export function operatorApi(needs: OperatorApiNeeds): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', createOperatorGuard(needs));
    app.addHook('onRequest', needs.limitReads);
    const routes: FastifyPluginAsync[] = [
      kycOperatorRoutes(needs),
      merchantOperatorRoutes(needs),
      userOperatorRoutes(needs),
      ledgerOperatorRoutes(needs),
      receiptOperatorRoutes(needs),
      unreadableOperatorRoutes(needs),
      reconciliationOperatorRoutes(needs),
      unaskedRefundOperatorRoutes(needs),
      heldOperatorRoutes(needs),
      healthOperatorRoutes(needs),
      mailOperatorRoutes(needs),
      auditOperatorRoutes(needs),
    ];
    for (const route of routes) await app.register(route);
  };
}
