import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { chargePanelRoutes } from '#src/charges/charge-panel-routes.ts';
import type { ChargeRoutesNeeds } from '#src/charges/charge-routes.ts';
import { deliveryPanelRoutes } from '#src/integrations/delivery-panel-routes.ts';
import { webhookPanelRoutes } from '#src/integrations/webhook-panel-routes.ts';
import { type LiveNeeds, livePanelRoutes } from '#src/live/live-panel-routes.ts';
import {
  type CredentialPanelNeeds,
  credentialPanelRoutes,
} from '#src/merchants/credentials/credential-panel-routes.ts';
import { kycDocumentPanelRoutes } from '#src/merchants/kyc/kyc-document-panel-routes.ts';
import { type KycPanelNeeds, kycPanelRoutes } from '#src/merchants/kyc/kyc-panel-routes.ts';
import { taxIdFaults } from '#src/merchants/tax-id-of-request.ts';
import { auditPanelRoutes } from '#src/operations/audit-routes.ts';
import { overviewPanelRoutes } from '#src/overview/overview-panel-routes.ts';
import type { OverviewNeeds } from '#src/overview/read-overview.ts';
import { type PayoutPanelNeeds, payoutPanelRoutes } from '#src/payouts/payout-panel-routes.ts';
import { Refusal } from '#src/platform/problems.ts';
import { type RefundPanelNeeds, refundPanelRoutes } from '#src/refunds/refund-panel-routes.ts';
import { type SplitPanelNeeds, splitPanelRoutes } from '#src/splits/split-panel-routes.ts';
import {
  type StatementPanelNeeds,
  statementPanelRoutes,
} from '#src/statements/statement-panel-routes.ts';
import {
  type TransactionPanelNeeds,
  transactionPanelRoutes,
} from '#src/transactions/transaction-panel-routes.ts';
import {
  type TransferPanelNeeds,
  transferPanelRoutes,
} from '#src/transfers/transfer-panel-routes.ts';
import type { EndpointNeeds } from '#src/webhooks/manage-endpoints.ts';
import { createMemberGuard, type PanelGuardNeeds, type PanelShareNeeds } from './panel-guard.ts';

export type PanelApiNeeds = PanelGuardNeeds &
  PanelShareNeeds &
  KycPanelNeeds &
  ChargeRoutesNeeds &
  TransactionPanelNeeds &
  OverviewNeeds &
  LiveNeeds &
  SplitPanelNeeds &
  PayoutPanelNeeds &
  RefundPanelNeeds &
  StatementPanelNeeds &
  TransferPanelNeeds &
  CredentialPanelNeeds &
  EndpointNeeds;

/** The merchants' side of the panel: everything a merchant's person can do, behind one guard. */
export function panelApi(needs: PanelApiNeeds): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', createMemberGuard(needs));
    app.addHook('onRequest', needs.limitReads);
    app.addHook('preHandler', async (request) => {
      const fields = taxIdFaults(request);
      if (fields.length > 0) throw new Refusal('invalid_request', { fields });
    });
    const routes: FastifyPluginAsync[] = [
      chargePanelRoutes(needs),
      transactionPanelRoutes(needs),
      overviewPanelRoutes(needs),
      kycPanelRoutes(needs),
      kycDocumentPanelRoutes(needs),
      livePanelRoutes(needs),
      splitPanelRoutes(needs),
      payoutPanelRoutes(needs),
      refundPanelRoutes(needs),
      statementPanelRoutes(needs),
      transferPanelRoutes(needs),
      credentialPanelRoutes(needs),
      webhookPanelRoutes(needs),
      deliveryPanelRoutes(needs),
      auditPanelRoutes(needs),
    ];
    for (const route of routes) await app.register(route);
  };
}
