import {
  dropExpiredPartitions,
  type Expiry,
  makePartitions,
} from '#src/ground/database/partitions.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { keysExpiredBefore } from '#src/ground/idempotency/key-days.ts';
import { expireControlRows } from '#src/money-out/payouts/expire-control-rows.ts';
import { REQUEST_LOG_MS } from '#src/reports/request-records/log/log-requests.ts';
import { expireRequestRecords } from '#src/reports/request-records/record-requests.ts';
import type { AppContext } from './context.ts';

/**
 * Attempts are kept longer than their deliveries, so that an attempt under way can still be
 * recorded when its delivery is dropped.
 */
const ATTEMPTS_STAY_LONGER_MS = 7 * DAY_MS;

/**
 * Makes the partitions that will be needed, drops those whose rows have expired, and deletes
 * expired rows of the controls of payouts and records of requests.
 * @returns whether there may be more to delete.
 */
export async function keepPartitions(
  appContext: Pick<AppContext, 'config' | 'clock' | 'database' | 'logger'>,
): Promise<boolean> {
  const { config, clock, database, logger } = appContext;
  const now = clock.now();
  await makePartitions(database, database.bucketId, now);
  const dropped = await dropExpiredPartitions(database, expiriesAt(now, config.retention));
  if (dropped.length > 0) logger.info({ dropped }, 'expired rows were dropped');
  const callsBefore = now - config.retention.eventDays * DAY_MS;
  const hasMoreRecords = await expireRequestRecords(database);
  return (await expireControlRows(database, { now, callsBefore })) || hasMoreRecords;
}

function expiriesAt(now: number, retention: AppContext['config']['retention']): Expiry[] {
  const events = now - retention.eventDays * DAY_MS;
  return [
    { table: 'idempotency_keys', before: keysExpiredBefore(now) },
    { table: 'webhook_deliveries', before: events },
    { table: 'webhook_events', before: events },
    { table: 'webhook_attempts', before: events - ATTEMPTS_STAY_LONGER_MS },
    { table: 'request_log', before: now - REQUEST_LOG_MS },
    { table: 'bank_callbacks', before: now - retention.bankCallbackDays * DAY_MS },
  ];
}
