import type { FastifyReply } from 'fastify';
import type { TransactionKey } from '#src/charges/charge.ts';
import { createPaperLogos } from '#src/charges/payment-page/paper-logos.ts';
import { auditOperations } from '#src/ground/audit/audit-operations.ts';
import { shareOfDatabase } from '#src/ground/database/database-share.ts';
import type { Page } from '#src/ground/database/read-page.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes, operatorRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { endWithServer } from '#src/ground/http/stream-hub.ts';
import { openPaperBrand } from '#src/ground/pdf/paper-head.ts';
import { readsOfMerchant } from '#src/ground/work/request-batches.ts';
import type { AlertReaders } from '#src/messages/alerts/operator-alert.ts';
import { readAlerts } from '#src/messages/alerts/read-alerts.ts';
import {
  type LiveUpdateParts,
  liveUpdateOperations,
} from './live-updates/live-update-operations.ts';
import { createUpdateStreams } from './live-updates/update-streams.ts';
import { firstStepsOperations } from './overview/first-steps-operations.ts';
import { healthOperations } from './overview/health-operations.ts';
import { overviewOperations } from './overview/overview-operations.ts';
import type { OverviewDeps } from './overview/read-overview.ts';
import { revenueOperations } from './overview/revenue-operations.ts';
import { setAsideOperations } from './overview/set-aside-operations.ts';
import type { ReceiptDeps } from './receipts/draw-receipt.ts';
import { openReceipts } from './receipts/draw-receipt.ts';
import { receiptCheckRoutes } from './receipts/receipt-check-routes.ts';
import { receiptOperations, receiptPageOperations } from './receipts/receipt-operations.ts';
import { accountingOperations } from './statements/accounting-operations.ts';
import { statementOperations } from './statements/statement-operations.ts';
import { statementPageOperations } from './statements/statement-page-operations.ts';
import type { CustomerIndex } from './transactions/customer-links.ts';
import { limitSearches } from './transactions/limit-searches.ts';
import {
  isPlainPage,
  type ListedTransaction,
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
import {
  type TransactionReads,
  transactionOperations,
} from './transactions/transaction-operations.ts';
import { transactionPageOperations } from './transactions/transaction-page-operations.ts';

const RECEIPT_READS_AT_ONCE = 2;

/** The customers of charges. */
interface CustomersPart {
  /** Undefined in a gateway without customers. */
  readonly customers: CustomerIndex | undefined;
}

/** The functions that other rooms hand to reports. */
export interface ReportsParts extends LiveUpdateParts {
  readonly receipts: ReceiptDeps;
  readonly transactions: TransactionReads & CustomersPart;
  readonly alertReaders: AlertReaders;
  readonly readBalance: OverviewDeps['readBalance'];
}

/** The operations that read transactions. */
export function transactionsOf(
  { batcher, clock, database }: ApiContext,
  customers: CustomerIndex | undefined,
): TransactionReads & CustomersPart {
  // Plain pages share a query; a page with a filter of another column has a separate plan.
  const plain = batcher<TransactionFilter, Page<ListedTransaction>>(
    'list-transactions',
    (filters, limited) => listTransactionPages({ database: limited, clock }, filters),
    readsOfMerchant,
  );
  const readOne = batcher<TransactionKey, TransactionDetails | undefined>(
    'read-transactions',
    async (keys, limited) =>
      (await readTransactions({ database: limited, clock }, keys)).map(settledOrRefused),
    readsOfMerchant,
  );
  return {
    customers,
    clock,
    linkNewest: async (scope) => customers?.linkNewest(scope),
    readTransaction: {
      add: async (key) => withRevisions(database, key, await readOne.add(key)),
    },
    listTransactions: (filter) =>
      isPlainPage(filter) ? plain.add(filter) : listTransactions({ database, clock }, filter),
  };
}

/** Opens the drawing of receipts, which uses a part of the connections. */
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

/** Limits the exports of a merchant over the API. */
export function exportsOf({ limitExport }: ApiContext) {
  // A fixed network, so that a merchant has one budget of exports over the API.
  return (id: string, reply: FastifyReply) => limitExport({ id, network: 'api' }, reply);
}

/** The routes of transactions, statements, receipts and overviews. */
export function reportsApi(api: ApiContext, parts: ReportsParts): RoomRoutes {
  const { config, database, exportDatabase, limits, logger, panel, rateLimits, reads } = api;
  const { receipts, transactions, readBalance, readMember } = parts;
  const { productName, readPaperBrand } = receipts;
  const brand = { productName, readPaperBrand };
  const health = { ...panel, readAlerts: () => readAlerts(parts.alertReaders, logger) };
  const limitExport = exportsOf(api);
  const countReceipt = (merchantId: string, limit: number) =>
    rateLimits.countRequest(`receipts ${merchantId}`, limit);
  const updates = createUpdateStreams({ ...panel, openLimits: limits.open });
  return {
    api: [
      programRoutes(transactionOperations, transactions, config),
      programRoutes(receiptOperations, { ...receipts, countReceipt }, config),
      programRoutes(
        statementOperations,
        { ...reads, ...brand, exportDatabase, limitExport },
        config,
      ),
    ],
    panel: [
      memberRoutes(transactionPageOperations, {
        ...panel,
        ...transactions,
        runSearch: limitSearches(database),
      }),
      memberRoutes(receiptPageOperations, receipts),
      memberRoutes(overviewOperations, { ...panel, readBalance }),
      memberRoutes(firstStepsOperations, panel),
      memberRoutes(liveUpdateOperations, { streams: updates, readMember }),
      async (app) => endWithServer(app, updates),
      memberRoutes(statementPageOperations, { ...panel, ...brand }),
      memberRoutes(accountingOperations, { ...panel, ...brand }),
      memberRoutes(auditOperations, panel),
    ],
    operators: [
      operatorRoutes(healthOperations, health),
      operatorRoutes(revenueOperations, health),
      operatorRoutes(setAsideOperations, health),
      operatorRoutes(auditOperations, panel),
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
