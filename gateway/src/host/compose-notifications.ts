import type { Queryable } from '#src/ground/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import { startPoller } from '#src/ground/work/poller.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { writePaymentMails } from '#src/messages/notifications/payments/write-payment-mails.ts';
import { readerEmails } from '#src/messages/notifications/preferences.ts';
import { writeSummaryMails } from '#src/reports/summaries/write-summary-mails.ts';
import { watchEndpoints } from '#src/webhooks/alarms/watch-endpoints.ts';
import { bucketPoller } from './bucket-poller.ts';
import type { AppContext } from './context.ts';

const PAYMENT_INTERVAL_MS = 2 * SECOND_MS;
const ALARM_INTERVAL_MS = 20 * SECOND_MS;
const SUMMARY_INTERVAL_MS = MINUTE_MS;

/** Starts the work that writes the mails which members chose. */
export function startNotifications(appContext: AppContext): RunningWork[] {
  const { config, database, clock, logger, secretBox } = appContext;
  const deps = { database, clock, secretBox, appUrl: config.appUrl };
  const findReaderEmails = (queryable: Queryable, merchantId: string) =>
    readerEmails(queryable, merchantId, 'webhook_failing');
  const pollBuckets = bucketPoller(appContext);
  return [
    pollBuckets('payment-mails', PAYMENT_INTERVAL_MS, (one) =>
      writePaymentMails({ ...deps, ...one }),
    ),
    pollBuckets('webhook-alarms', ALARM_INTERVAL_MS, (one) =>
      watchEndpoints({ ...deps, ...one, findReaderEmails }),
    ),
    startPoller({
      ...{ name: 'daily-summaries', intervalMs: SUMMARY_INTERVAL_MS, logger },
      work: () => writeSummaryMails({ ...deps, logger }),
    }),
  ];
}
