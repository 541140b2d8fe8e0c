import type { FastifyReply } from 'fastify';
import type { TransactionKey } from '#src/charges/charge.ts';
import { createPaperLogos } from '#src/charges/payment-page/paper-logos.ts';
import { auditOperatorRoutes, auditPanelRoutes } from '#src/ground/audit/audit-routes.ts';
import { shareOfDatabase } from '#src/ground/database/database-share.ts';
import type { Page } from '#src/ground/database/read-page.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { openPaperBrand } from '#src/ground/pdf/paper-head.ts';
import { readsOfMerchant } from '#src/ground/work/request-batches.ts';
import type { AlertReaders } from '#src/messages/alerts/operator-alert.ts';
import { readAlerts } from '#src/messages/alerts/read-alerts.ts';
import { closingMailsApi } from './closing-mails/closing-mails-api.ts';
import { customerPanelRoutes } from './customers/customer-panel-routes.ts';
import { customerRoutes } from './customers/customer-routes.ts';
import { type CustomerIndex, openCustomerIndex } from './customers/link-customers.ts';
import {
  type LiveUpdateDeps,
  liveUpdatePanelRoutes,
} from './live-updates/live-update-panel-routes.ts';
import { firstStepsPanelRoutes } from './overview/first-steps-panel-routes.ts';
import { healthOperatorRoutes } from './overview/health-operator-routes.ts';
import { overviewPanelRoutes } from './overview/overview-panel-routes.ts';
import type { OverviewDeps } from './overview/read-overview.ts';
import { revenueOperatorRoutes } from './overview/revenue-operator-routes.ts';
import { setAsideOperatorRoutes } from './overview/set-aside-operator-routes.ts';
import type { ReceiptDeps } from './receipts/draw-receipt.ts';
import { openReceipts } from './receipts/open-receipts.ts';
import { receiptCheckRoutes } from './receipts/receipt-check-routes.ts';
import { receiptPanelRoutes } from './receipts/receipt-panel-routes.ts';
import { receiptRoute } from './receipts/receipt-routes.ts';
import { requestLogPanelRoutes } from './request-records/log/request-log-panel-routes.ts';
import {
  type RequestStreamRoutesDeps,
  streamRequestsRoute,
} from './request-records/request-stream-routes.ts';
import { accountingPanelRoutes } from './statements/accounting-panel-routes.ts';
import { statementPanelRoutes } from './statements/statement-panel-routes.ts';
import { statementRoute } from './statements/statement-routes.ts';
import { limitSearches } from './transactions/limit-searches.ts';
import {
  isPlainPage,
  listTransactionPages,
  listTransactions,
  type TransactionFilter,
} from './transactions/list-transactions.ts';
import {
  readTransactions,
  settledOrRefused,
  type TransactionDetails,
  withRevisions,
} from './transactions/read-transactions.ts';
import { transactionPanelRoutes } from './transactions/transaction-panel-routes.ts';
import {
  listTransactionsRoute,
  readTransactionRoute,
  type TransactionRoutesDeps,
} from './transactions/transaction-routes.ts';

const RECEIPT_READS_AT_ONCE = 2;

/** The customers of charges. */
interface CustomersPart {
  readonly customers: CustomerIndex;
}

/** What reports get of other rooms. */
export interface ReportsParts {
  readonly receipts: ReceiptDeps;
  readonly transactions: TransactionRoutesDeps & CustomersPart;
  readonly alertReaders: AlertReaders;
  readonly readBalance: OverviewDeps['readBalance'];
  readonly readCaller: RequestStreamRoutesDeps['readCaller'];
  readonly readMember: LiveUpdateDeps['readMember'];
}

/** The operations that read transactions. */
export function transactionsOf(api: ApiContext): TransactionRoutesDeps & CustomersPart {
  const { batcher, clock, database } = api;
  const customers = openCustomerIndex(api);
  // Plain pages share a query; a page with a filter of another column has a separate plan.
  const plain = batcher<TransactionFilter, Page<TransactionDetails>>(
    'list-transactions',
    (filters, limited) => listTransactionPages({ database: limited, clock }, filters),
    readsOfMerchant,
  );
  const one = batcher<TransactionKey, TransactionDetails | undefined>(
    'read-transactions',
    async (keys, limited) =>
      (await readTransactions({ database: limited, clock }, keys)).map(settledOrRefused),
    readsOfMerchant,
  );
  return {
    customers,
    clock,
    linkNewest: (scope) => customers.linkNewest(scope),
    readTransaction: {
      add: async (key) => withRevisions(database, key, await one.add(key)),
    },
    listTransactions: (filter) =>
      isPlainPage(filter) ? plain.add(filter) : listTransactions({ database, clock }, filter),
  };
}

/** What draws receipts, which use a part of the connections. */
export function receiptsOf({ config, database, secretBox }: ApiContext): ReceiptDeps {
  const receiptReads = shareOfDatabase(database, RECEIPT_READS_AT_ONCE);
  return openReceipts({
    database: receiptReads,
    secretBox,
    baseUrl: config.baseUrl,
    productName: config.brand.name,
    readPaperBrand: openPaperBrand(config.brand),
    readPaperLogo: createPaperLogos(receiptReads),
  });
}

/** The routes of transactions, statements, receipts, requests and overviews. */
export function reportsApi(api: ApiContext, parts: ReportsParts): RoomRoutes {
  const { database, exportDatabase, limits, logger, panel, rateLimits, reads } = api;
  const { receipts, transactions, readBalance, readCaller, readMember } = parts;
  const { productName, readPaperBrand } = receipts;
  const brand = { productName, readPaperBrand };
  const health = { ...panel, readAlerts: () => readAlerts(parts.alertReaders, logger) };
  const { customers } = transactions;
  const closings = closingMailsApi(api, receipts);
  // A fixed network, so that a merchant has one budget of exports over the API.
  const limitExport = (id: string, reply: FastifyReply) =>
    api.limitExport({ id, network: 'api' }, reply);
  const streams = { ...reads, logger, openLimits: limits.open };
  return {
    api: [
      readTransactionRoute(transactions),
      listTransactionsRoute(transactions),
      receiptRoute({
        ...receipts,
        countReceipt: (merchantId, limit) =>
          rateLimits.countRequest(`receipts ${merchantId}`, limit),
      }),
      statementRoute({
        ...reads,
        ...brand,
        exportDatabase,
        limitExport,
      }),
      ...closings.api,
      customerRoutes({ ...reads, exportDatabase, customers, limitExport }),
      streamRequestsRoute({ ...streams, readCaller }),
    ],
    panel: [
      transactionPanelRoutes({ ...panel, ...transactions, runSearch: limitSearches(database) }),
      customerPanelRoutes({ ...panel, customers, readKey: receipts.readKey }),
      receiptPanelRoutes(receipts),
      overviewPanelRoutes({ ...panel, readBalance }),
      firstStepsPanelRoutes(panel),
      liveUpdatePanelRoutes({ ...panel, openLimits: limits.open, readMember }),
      requestLogPanelRoutes(panel),
      statementPanelRoutes({ ...panel, ...brand }),
      accountingPanelRoutes({ ...panel, ...brand }),
      ...closings.panel,
      auditPanelRoutes(panel),
    ],
    visitors: closings.visitors,
    operators: [
      healthOperatorRoutes(health),
      revenueOperatorRoutes(health),
      setAsideOperatorRoutes(health),
      auditOperatorRoutes(panel),
    ],
    open: [
      receiptCheckRoutes({
        ...receipts,
        countCheck: (address, limit) =>
          rateLimits.countRequest(`comprovante ${clientNetwork(address)}`, limit),
      }),
    ],
  };
}
