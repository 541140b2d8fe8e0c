import * as audit from '#panel/features/audit/routes.ts';
import * as auth from '#panel/features/auth/routes.ts';
import * as credentials from '#panel/features/credentials/routes.ts';
import * as disputes from '#panel/features/disputes/routes.ts';
import * as health from '#panel/features/health/routes.ts';
import * as held from '#panel/features/held/routes.ts';
import * as incomingPayments from '#panel/features/incoming-payments/routes.ts';
import * as ledger from '#panel/features/ledger/routes.ts';
import * as mail from '#panel/features/mail/routes.ts';
import * as kyc from '#panel/features/merchants/kyc/routes.ts';
import * as merchants from '#panel/features/merchants/routes.ts';
import * as notifications from '#panel/features/notifications/routes.ts';
import * as operatorProposals from '#panel/features/operator-proposals/routes.ts';
import * as operators from '#panel/features/operators/routes.ts';
import * as overview from '#panel/features/overview/routes.ts';
import * as paymentLinks from '#panel/features/payment-links/routes.ts';
import * as paymentPage from '#panel/features/payment-page/routes.ts';
import * as automaticPayout from '#panel/features/payouts/automatic/routes.ts';
import * as payoutBatches from '#panel/features/payouts/batches/routes.ts';
import * as beneficiaries from '#panel/features/payouts/beneficiaries/routes.ts';
import * as payoutControls from '#panel/features/payouts/controls/routes.ts';
import * as payouts from '#panel/features/payouts/routes.ts';
import * as reconciliation from '#panel/features/reconciliation/routes.ts';
import * as requests from '#panel/features/requests/routes.ts';
import * as revenue from '#panel/features/revenue/routes.ts';
import * as splits from '#panel/features/splits/routes.ts';
import * as statements from '#panel/features/statements/routes.ts';
import * as team from '#panel/features/team/routes.ts';
import * as transactions from '#panel/features/transactions/routes.ts';
import * as transfers from '#panel/features/transfers/routes.ts';
import * as webhooks from '#panel/features/webhooks/routes.ts';

/** The pages before the log-in. */
export const entrancePages = [...auth.entrancePages, ...team.entrancePages] as const;

/** The merchants' pages, below `/painel`, in the order of their menu. */
export const merchantPages = [
  ...overview.merchantPages,
  ...transactions.merchantPages,
  ...paymentLinks.merchantPages,
  ...payouts.merchantPages,
  ...payoutBatches.merchantPages,
  ...automaticPayout.merchantPages,
  ...beneficiaries.merchantPages,
  ...payoutControls.merchantPages,
  ...transfers.merchantPages,
  ...splits.merchantPages,
  ...disputes.merchantPages,
  ...statements.merchantPages,
  ...credentials.merchantPages,
  ...webhooks.merchantPages,
  ...paymentPage.merchantPages,
  ...requests.merchantPages,
  ...kyc.merchantPages,
  ...team.merchantPages,
  ...notifications.merchantPages,
  ...audit.merchantPages,
  ...auth.merchantPages,
] as const;

/** The operators' pages, below `/operador`, in the order of their menu. */
export const operatorPages = [
  ...ledger.operatorHomePages,
  ...merchants.operatorPages,
  ...revenue.operatorPages,
  ...kyc.operatorPages,
  ...incomingPayments.operatorPages,
  ...disputes.operatorPages,
  ...operatorProposals.operatorPages,
  ...held.operatorPages,
  ...reconciliation.operatorPages,
  ...ledger.operatorPages,
  ...health.operatorPages,
  ...mail.operatorPages,
  ...operators.operatorPages,
  ...audit.operatorPages,
  ...auth.operatorPages,
] as const;
