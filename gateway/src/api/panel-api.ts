import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { SecondFactorDeps } from '#src/access/second-factor-of-member.ts';
import { type AuditRoutesDeps, auditPanelRoutes } from '#src/audit/audit-routes.ts';
import type { InviteDeps } from '#src/auth/team/team.ts';
import { teamPanelRoutes } from '#src/auth/team/team-panel-routes.ts';
import { type ChargePanelDeps, chargePanelRoutes } from '#src/charges/charge-panel-routes.ts';
import { splitPreviewPanelRoute } from '#src/charges/split-preview-routes.ts';
import { type DisputePanelDeps, disputePanelRoutes } from '#src/disputes/dispute-panel-routes.ts';
import {
  type LiveUpdateDeps,
  liveUpdatePanelRoutes,
} from '#src/live-updates/live-update-panel-routes.ts';
import { credentialPanelRoutes } from '#src/merchants/credentials/credential-panel-routes.ts';
import type { CredentialDeps } from '#src/merchants/credentials/manage-credentials.ts';
import type { KycDeps } from '#src/merchants/kyc/kyc-deps.ts';
import { kycDocumentPanelRoutes } from '#src/merchants/kyc/kyc-document-panel-routes.ts';
import { kycPanelRoutes } from '#src/merchants/kyc/kyc-panel-routes.ts';
import { taxIdFaults } from '#src/merchants/tax-id-of-request.ts';
import { bellPanelRoutes } from '#src/notifications/bell/bell-panel-routes.ts';
import { preferencePanelRoutes } from '#src/notifications/preference-panel-routes.ts';
import type { PreferenceDeps } from '#src/notifications/preferences.ts';
import { overviewPanelRoutes } from '#src/overview/overview-panel-routes.ts';
import type { OverviewDeps } from '#src/overview/read-overview.ts';
import { linkPanelRoutes } from '#src/payment-links/link-panel-routes.ts';
import type { LinkDeps } from '#src/payment-links/manage-links.ts';
import { productPanelRoutes } from '#src/payment-links/products/product-panel-routes.ts';
import { pageLookPanelRoutes } from '#src/payment-page/page-look-panel-routes.ts';
import type { PreviewDeps } from '#src/payment-page/page-preview.ts';
import { approvalPanelRoutes } from '#src/payouts/approval/approval-panel-routes.ts';
import type { ApprovalServerDeps } from '#src/payouts/approval/approval-server.ts';
import { approvalServerPanelRoutes } from '#src/payouts/approval/approval-server-panel-routes.ts';
import { automaticPanelRoutes } from '#src/payouts/automatic/automatic-panel-routes.ts';
import { batchCsvPanelRoutes } from '#src/payouts/batches/batch-csv-panel-routes.ts';
import { type BatchPanelDeps, batchPanelRoutes } from '#src/payouts/batches/batch-panel-routes.ts';
import { beneficiaryPanelRoutes } from '#src/payouts/beneficiaries/beneficiary-panel-routes.ts';
import { payoutLimitPanelRoutes } from '#src/payouts/limits/payout-limit-panel-routes.ts';
import {
  type PayoutPanelDeps,
  payoutCancelRoutes,
  payoutPanelRoutes,
} from '#src/payouts/payout-panel-routes.ts';
import { payoutStopPanelRoutes } from '#src/payouts/stop/payout-stop-panel-routes.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import type { ReceiptDeps } from '#src/receipts/draw-receipt.ts';
import { receiptPanelRoutes } from '#src/receipts/receipt-panel-routes.ts';
import { type RefundPanelDeps, refundPanelRoutes } from '#src/refunds/refund-panel-routes.ts';
import {
  type RequestLogDeps,
  requestLogPanelRoutes,
} from '#src/request-records/log/request-log-panel-routes.ts';
import { type SplitPanelDeps, splitPanelRoutes } from '#src/splits/split-panel-routes.ts';
import {
  type AccountingPanelDeps,
  accountingPanelRoutes,
} from '#src/statements/accounting-panel-routes.ts';
import {
  type StatementPanelDeps,
  statementPanelRoutes,
} from '#src/statements/statement-panel-routes.ts';
import {
  type TransactionPanelDeps,
  transactionPanelRoutes,
} from '#src/transactions/transaction-panel-routes.ts';
import {
  type TransferPanelDeps,
  transferPanelRoutes,
} from '#src/transfers/transfer-panel-routes.ts';
import type { EndpointDeps } from '#src/webhooks/endpoints/manage-endpoints.ts';
import { webhookPanelRoutes } from '#src/webhooks/endpoints/webhook-panel-routes.ts';
import type { ExamDeps } from '#src/webhooks/exams/create-exam.ts';
import { examPanelRoutes } from '#src/webhooks/exams/exam-panel-routes.ts';
import { deliveryPanelRoutes } from '#src/webhooks/reports/delivery-panel-routes.ts';
import {
  createMemberCodeCheck,
  createMemberGuard,
  type PanelGuardDeps,
  type PanelLimitDeps,
} from './panel-guard.ts';
import { createSandboxBodyLimit } from './sandbox-limits.ts';
import { countedByGuard } from './visit-limits.ts';

/** What the guard and the routes of each feature use. */
export interface PanelApiDeps {
  readonly guard: PanelGuardDeps & PanelLimitDeps & SecondFactorDeps;
  readonly audit: AuditRoutesDeps;
  readonly charges: ChargePanelDeps;
  readonly disputes: DisputePanelDeps;
  readonly liveUpdates: LiveUpdateDeps;
  readonly merchants: KycDeps & CredentialDeps;
  readonly notifications: PreferenceDeps;
  readonly overview: OverviewDeps;
  readonly paymentLinks: LinkDeps;
  readonly paymentPage: PreviewDeps;
  readonly payouts: PayoutPanelDeps & BatchPanelDeps & ApprovalServerDeps;
  readonly receipts: ReceiptDeps;
  readonly requestLog: RequestLogDeps;
  readonly refunds: RefundPanelDeps;
  readonly splits: SplitPanelDeps;
  readonly team: InviteDeps;
  readonly statements: StatementPanelDeps & AccountingPanelDeps;
  readonly transactions: TransactionPanelDeps;
  readonly transfers: TransferPanelDeps;
  readonly webhooks: EndpointDeps;
  readonly exams: ExamDeps;
}

/** The panel of merchants: every operation of a merchant's users, behind one guard. */
export function panelApi(deps: PanelApiDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    countedByGuard(app);
    app.addHook('onRequest', createMemberGuard(deps.guard));
    app.addHook('onRequest', deps.guard.limitRequests);
    app.addHook('preValidation', createSandboxBodyLimit(deps.guard.sandboxLimits));
    app.addHook('preHandler', async (request) => {
      const fields = taxIdFaults(request);
      if (fields.length > 0) throw new Refusal('invalid_request', { fields });
    });
    app.addHook('preHandler', createMemberCodeCheck(deps.guard));
    const routes: FastifyPluginAsync[] = [
      chargePanelRoutes(deps.charges),
      transactionPanelRoutes(deps.transactions),
      receiptPanelRoutes(deps.receipts),
      overviewPanelRoutes(deps.overview),
      kycPanelRoutes(deps.merchants),
      kycDocumentPanelRoutes(deps.merchants),
      liveUpdatePanelRoutes(deps.liveUpdates),
      linkPanelRoutes(deps.paymentLinks),
      productPanelRoutes(deps.paymentLinks),
      bellPanelRoutes(deps.notifications),
      preferencePanelRoutes(deps.notifications),
      requestLogPanelRoutes(deps.requestLog),
      splitPanelRoutes(deps.splits),
      splitPreviewPanelRoute(deps.splits),
      payoutPanelRoutes(deps.payouts),
      payoutCancelRoutes(deps.payouts),
      payoutStopPanelRoutes(deps.payouts),
      payoutLimitPanelRoutes(deps.payouts),
      beneficiaryPanelRoutes(deps.payouts),
      batchPanelRoutes(deps.payouts),
      automaticPanelRoutes(deps.payouts),
      batchCsvPanelRoutes(deps.payouts),
      approvalPanelRoutes(deps.payouts),
      approvalServerPanelRoutes(deps.payouts),
      refundPanelRoutes(deps.refunds),
      disputePanelRoutes(deps.disputes),
      statementPanelRoutes(deps.statements),
      accountingPanelRoutes(deps.statements),
      transferPanelRoutes(deps.transfers),
      credentialPanelRoutes(deps.merchants),
      webhookPanelRoutes(deps.webhooks),
      examPanelRoutes(deps.exams),
      deliveryPanelRoutes(deps.webhooks),
      teamPanelRoutes(deps.team),
      pageLookPanelRoutes(deps.paymentPage),
      auditPanelRoutes(deps.audit),
    ];
    for (const route of routes) await app.register(route);
  };
}
