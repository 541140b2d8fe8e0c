import { createPaperLogos } from '#src/charges/payment-page/paper-logos.ts';
import type { Database } from '#src/ground/database/database.ts';
import { shareOfDatabase } from '#src/ground/database/database-share.ts';
import { openPaperBrand } from '#src/ground/pdf/paper-head.ts';
import type { ReceiptDeps } from '#src/reports/receipts/draw-receipt.ts';
import { openReceipts } from '#src/reports/receipts/open-receipts.ts';
import type { AppContext } from './context.ts';
import { createExportLimit, type ExportLimit } from './http/panel-limits.ts';
import type { RateLimits } from './http/rate-limit.ts';

/** The connections of the pool that exports use; all others are left to payments. */
const EXPORT_READS_AT_ONCE = 2;
const RECEIPT_READS_AT_ONCE = 2;
/** The most exports of all merchants at once. */
const EXPORTS_MAX = 10_000;

/** The connections and the limit that the exports of the panel and the API share. */
export interface Exports {
  /** A small part of the connections. */
  readonly database: Database;
  readonly limit: ExportLimit;
}

/** The exports of one process. */
export function exportsOf({ database, limits }: AppContext, rateLimits: RateLimits): Exports {
  return {
    database: shareOfDatabase(database, EXPORT_READS_AT_ONCE),
    limit: createExportLimit(rateLimits, limits.open('exports', EXPORTS_MAX)),
  };
}

/** The dependencies of receipts, which use a part of the connections. */
export function receiptsOf({ config, database, secretBox }: AppContext): ReceiptDeps {
  const receiptReads = shareOfDatabase(database, RECEIPT_READS_AT_ONCE);
  return openReceipts({
    database: receiptReads,
    ...{ secretBox, baseUrl: config.baseUrl, productName: config.brand.name },
    readPaperBrand: openPaperBrand(config.brand),
    readPaperLogo: createPaperLogos(receiptReads),
  });
}

/** The platform's name and look, for files of statements. */
export function brandOf({ productName, readPaperBrand }: ReceiptDeps) {
  return { productName, readPaperBrand };
}
