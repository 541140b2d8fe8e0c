import type { Expiry } from '#src/ground/database/partitions.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import { listSetAside } from '#src/ground/work/set-aside.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
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

/** From when the rows of this room's partitions are not needed any more. */
export function reportExpiries(now: number): Expiry[] {
  return [{ table: 'request_log', before: now - REQUEST_LOG_MS }];
}

/** Starts to keep search and customers ready, to erase persons, and to write daily summaries. */
export function startReports(context: GatewayContext): RunningWork[] {
  const { database, clock, metrics } = context;
  const { every, everyInBuckets } = pollersOf(context);
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
    every('daily-summaries', SUMMARY_INTERVAL_MS, () => writeSummaryMails(context)),
  ];
}
