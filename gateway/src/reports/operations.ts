import { auditOperations } from '#src/ground/audit/audit-operations.ts';
import { liveUpdateOperations } from './live-updates/live-update-operations.ts';
import { firstStepsOperations } from './overview/first-steps-operations.ts';
import { healthOperations } from './overview/health-operations.ts';
import { overviewOperations } from './overview/overview-operations.ts';
import { revenueOperations } from './overview/revenue-operations.ts';
import { setAsideOperations } from './overview/set-aside-operations.ts';
import { receiptOperations, receiptPageOperations } from './receipts/receipt-operations.ts';
import { accountingOperations } from './statements/accounting-operations.ts';
import { statementOperations } from './statements/statement-operations.ts';
import { statementPageOperations } from './statements/statement-page-operations.ts';
import { transactionOperations } from './transactions/transaction-operations.ts';
import { transactionPageOperations } from './transactions/transaction-page-operations.ts';

/** The operations of reports, for the access rules of the panel and the methods of the SDKs. */
export const reportsOperations = [
  ...transactionOperations,
  ...transactionPageOperations,
  ...receiptOperations,
  ...receiptPageOperations,
  ...statementOperations,
  ...statementPageOperations,
  ...accountingOperations,
  ...liveUpdateOperations,
  ...overviewOperations,
  ...firstStepsOperations,
  ...healthOperations,
  ...revenueOperations,
  ...setAsideOperations,
  ...auditOperations,
];
