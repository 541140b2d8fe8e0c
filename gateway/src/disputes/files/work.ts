import { HOUR_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { expireFiles } from './manage-files.ts';

/** Starts to delete old files of disputes. */
export function startDisputeFiles(context: GatewayContext): RunningWork[] {
  const { clock, config } = context;
  return [
    pollersOf(context).everyInBuckets('dispute-files', HOUR_MS, ({ database }) =>
      expireFiles({ database, clock }, config.retention.disputeFileDays),
    ),
  ];
}
