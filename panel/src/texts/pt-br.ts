import { incomingPayments } from '#panel/texts/pt-br/incoming-payments.ts';
import { account } from './pt-br/account.ts';
import { audit } from './pt-br/audit.ts';
import { common } from './pt-br/common.ts';
import { credentials } from './pt-br/credentials.ts';
import { health } from './pt-br/health.ts';
import { held } from './pt-br/held.ts';
import { kyc } from './pt-br/kyc.ts';
import { layout } from './pt-br/layout.ts';
import { ledger } from './pt-br/ledger.ts';
import { mail } from './pt-br/mail.ts';
import { merchants } from './pt-br/merchants.ts';
import { overview } from './pt-br/overview.ts';
import { payouts } from './pt-br/payouts.ts';
import { reconciliation } from './pt-br/reconciliation.ts';
import { refunds } from './pt-br/refunds.ts';
import { splits } from './pt-br/splits.ts';
import { statement } from './pt-br/statement.ts';
import { transactions } from './pt-br/transactions.ts';
import { transfers } from './pt-br/transfers.ts';
import { webhooks } from './pt-br/webhooks.ts';

/** The catalogue of Brazilian Portuguese, an object a feature. */
export const ptBr = {
  account,
  audit,
  common,
  credentials,
  health,
  held,
  kyc,
  layout,
  ledger,
  mail,
  merchants,
  overview,
  payouts,
  incomingPayments,
  reconciliation,
  refunds,
  splits,
  statement,
  transactions,
  transfers,
  webhooks,
};
