import { MINUTE_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import { listSetAside } from '#src/ground/work/set-aside.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { writeSummaryMails } from './summaries/write-summary-mails.ts';
import { createSearchPacker } from './transactions/pack-search-chunks.ts';

const PACK_INTERVAL_MS = 250;
const SUMMARY_INTERVAL_MS = MINUTE_MS;

/** Starts to keep search ready, and to write daily summaries. */
export function startReports(context: GatewayContext): RunningWork[] {
  const { database, clock, metrics } = context;
  const { every, everyInBuckets } = pollersOf(context);
  const packSearch = createSearchPacker(context);
  metrics.gauge(
    'pix_gateway_set_aside_items',
    'Due payments, payouts, refunds and incoming payments that failed and are tried again later',
    async () => (await listSetAside(database, clock.now(), 1)).total,
  );
  return [
    everyInBuckets('search-chunks', PACK_INTERVAL_MS, (bucket) => packSearch(bucket.database)),
    every('daily-summaries', SUMMARY_INTERVAL_MS, () => writeSummaryMails(context)),
  ];
}
