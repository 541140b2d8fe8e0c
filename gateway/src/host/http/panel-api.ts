import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { InviteDeps } from '#src/accounts/auth/team/team.ts';
import { teamPanelRoutes } from '#src/accounts/auth/team/team-panel-routes.ts';
import { credentialPanelRoutes } from '#src/accounts/merchants/credentials/credential-panel-routes.ts';
import type { CredentialDeps } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import type { KycDeps } from '#src/accounts/merchants/kyc/kyc-deps.ts';
import { kycDocumentPanelRoutes } from '#src/accounts/merchants/kyc/kyc-document-panel-routes.ts';
import { kycPanelRoutes } from '#src/accounts/merchants/kyc/kyc-panel-routes.ts';
import { taxIdFaults } from '#src/accounts/merchants/tax-id-of-request.ts';
import { type ChargePanelDeps, chargePanelRoutes } from '#src/charges/charge-panel-routes.ts';
import { linkPanelRoutes } from '#src/charges/links/link-panel-routes.ts';
import type { LinkDeps } from '#src/charges/links/manage-links.ts';
import { productPanelRoutes } from '#src/charges/links/products/product-panel-routes.ts';
import { pageLookPanelRoutes } from '#src/charges/payment-page/page-look-panel-routes.ts';
import type { PreviewDeps } from '#src/charges/payment-page/page-preview.ts';
import { splitPreviewPanelRoute } from '#src/charges/split-preview-routes.ts';
import { type SplitPanelDeps, splitPanelRoutes } from '#src/charges/splits/split-panel-routes.ts';
import { type DisputePanelDeps, disputePanelRoutes } from '#src/disputes/dispute-panel-routes.ts';
import type { SecondFactorDeps } from '#src/ground/access/second-factor-of-member.ts';
import { type AuditRoutesDeps, auditPanelRoutes } from '#src/ground/audit/audit-routes.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { bellPanelRoutes } from '#src/messages/notifications/bell/bell-panel-routes.ts';
import { preferencePanelRoutes } from '#src/messages/notifications/preference-panel-routes.ts';
import type { PreferenceDeps } from '#src/messages/notifications/preferences.ts';
import { approvalPanelRoutes } from '#src/money-out/payouts/approval/approval-panel-routes.ts';
import type { ApprovalServerDeps } from '#src/money-out/payouts/approval/approval-server.ts';
import { approvalServerPanelRoutes } from '#src/money-out/payouts/approval/approval-server-panel-routes.ts';
import { automaticPanelRoutes } from '#src/money-out/payouts/automatic/automatic-panel-routes.ts';
import { batchCsvPanelRoutes } from '#src/money-out/payouts/batches/batch-csv-panel-routes.ts';
import {
  type BatchPanelDeps,
  batchPanelRoutes,
} from '#src/money-out/payouts/batches/batch-panel-routes.ts';
import { beneficiaryPanelRoutes } from '#src/money-out/payouts/beneficiaries/beneficiary-panel-routes.ts';
import { payoutLimitPanelRoutes } from '#src/money-out/payouts/limits/payout-limit-panel-routes.ts';
import {
  type PayoutPanelDeps,
  payoutCancelRoutes,
  payoutPanelRoutes,
} from '#src/money-out/payouts/payout-panel-routes.ts';
import { payoutStopPanelRoutes } from '#src/money-out/payouts/stop/payout-stop-panel-routes.ts';
import {
  type RefundPanelDeps,
  refundPanelRoutes,
} from '#src/money-out/refunds/refund-panel-routes.ts';
import {
  type TransferPanelDeps,
  transferPanelRoutes,
} from '#src/money-out/transfers/transfer-panel-routes.ts';
import {
  type LiveUpdateDeps,
  liveUpdatePanelRoutes,
} from '#src/reports/live-updates/live-update-panel-routes.ts';
import { overviewPanelRoutes } from '#src/reports/overview/overview-panel-routes.ts';
import type { OverviewDeps } from '#src/reports/overview/read-overview.ts';
import type { ReceiptDeps } from '#src/reports/receipts/draw-receipt.ts';
import { receiptPanelRoutes } from '#src/reports/receipts/receipt-panel-routes.ts';
import {
  type RequestLogDeps,
  requestLogPanelRoutes,
} from '#src/reports/request-records/log/request-log-panel-routes.ts';
import {
  type AccountingPanelDeps,
  accountingPanelRoutes,
} from '#src/reports/statements/accounting-panel-routes.ts';
import {
  type StatementPanelDeps,
  statementPanelRoutes,
} from '#src/reports/statements/statement-panel-routes.ts';
import {
  type TransactionPanelDeps,
  transactionPanelRoutes,
} from '#src/reports/transactions/transaction-panel-routes.ts';
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

/** The dependencies of the guard and of each feature's routes. */
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
