import { shareOfDatabase } from '#src/ground/database/database-share.ts';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import type { Expiry } from '#src/ground/database/partitions.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { MakeAttachedFiles } from '#src/ground/mail/attached-files.ts';
import { openPaperBrand } from '#src/ground/pdf/paper-head.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import { listSetAside } from '#src/ground/work/set-aside.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { makeClosingFiles } from './closing-mails/attach-closings.ts';
import { DUE_CLOSINGS } from './closing-mails/due-closing-store.ts';
import { writeClosingMails } from './closing-mails/write-closing-mails.ts';
import { continueErasures } from './customers/erasure/erase-customers.ts';
import { createCustomerIndexer } from './customers/link-customers.ts';
import { REQUEST_LOG_MS } from './request-records/log/log-requests.ts';
import { expireRequestRecords } from './request-records/record-requests.ts';
import { writeSummaryMails } from './summaries/write-summary-mails.ts';
import { createSearchPacker } from './transactions/pack-search-chunks.ts';

const PACK_INTERVAL_MS = 250;
const INDEX_INTERVAL_MS = 250;
const ERASURES_INTERVAL_MS = 5_000;
const SUMMARY_INTERVAL_MS = MINUTE_MS;
const RECORDS_INTERVAL_MS = MINUTE_MS;
/** The most bytes of the files of a mail; most mail servers take more. */
const MAILED_BYTES_MAX = 10_000_000;

/** From when the rows of this room's partitions are not needed any more. */
export function reportExpiries(now: number): Expiry[] {
  return [{ table: 'request_log', before: now - REQUEST_LOG_MS }];
}

/** Makes the files of mails with closings; their reads use one connection. */
export function closingFilesOf({ config, database, clock }: GatewayContext): MakeAttachedFiles {
  const deps = {
    clock,
    database: shareOfDatabase(database, 1),
    productName: config.brand.name,
    readPaperBrand: openPaperBrand(config.brand),
    bytesMax: MAILED_BYTES_MAX,
  };
  return (name) => makeClosingFiles(deps, name);
}

/**
 * Starts to keep search and customers ready, to erase persons, and to write mails with closings and
 * daily summaries.
 */
export function startReports(context: GatewayContext): RunningWork[] {
  const { database, clock, metrics } = context;
  const { every, everyInBuckets, whenDue } = pollersOf(context);
  const readKey = () => readReceiptKey(database, context.secretBox);
  const packSearch = createSearchPacker(context);
  const indexCustomers = createCustomerIndexer(context);
  metrics.gauge(
    'pix_gateway_set_aside_items',
    'Due payments, payouts, refunds and incoming payments that failed and are tried again later',
    async () => (await listSetAside(database, clock.now(), 1)).total,
  );
  return [
    everyInBuckets('search-chunks', PACK_INTERVAL_MS, (bucket) => packSearch(bucket.database)),
    everyInBuckets('customers', INDEX_INTERVAL_MS, (bucket) => indexCustomers(bucket.database)),
    everyInBuckets('customer-erasures', ERASURES_INTERVAL_MS, (bucket) =>
      continueErasures(context, bucket.database),
    ),
    everyInBuckets('request-records', RECORDS_INTERVAL_MS, (bucket) =>
      expireRequestRecords(bucket.database),
    ),
    whenDue(DUE_CLOSINGS, (bucket) => writeClosingMails({ ...context, ...bucket, readKey })),
    every('daily-summaries', SUMMARY_INTERVAL_MS, () => writeSummaryMails(context)),
  ];
}
