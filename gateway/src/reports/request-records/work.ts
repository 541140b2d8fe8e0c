import type { Expiry } from '#src/ground/database/partitions.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { REQUEST_LOG_MS } from './log/log-requests.ts';
import { expireRequestRecords } from './record-requests.ts';

const RECORDS_INTERVAL_MS = MINUTE_MS;

/** From when the rows of the log's partitions are not needed any more. */
export function requestRecordExpiries(now: number): Expiry[] {
  return [{ table: 'request_log', before: now - REQUEST_LOG_MS }];
}

/** Starts to delete old records of requests. */
export function startRequestRecords(context: GatewayContext): RunningWork[] {
  return [
    pollersOf(context).everyInBuckets('request-records', RECORDS_INTERVAL_MS, ({ database }) =>
      expireRequestRecords(database),
    ),
  ];
}
