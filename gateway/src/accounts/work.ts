import { HOUR_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { purgeUsage } from './merchants/credentials/count-usage.ts';

/** Starts to delete old counts of the use of keys. */
export function startAccounts(context: GatewayContext): RunningWork[] {
  const { database, clock } = context;
  return [
    pollersOf(context).every('purge-usage', HOUR_MS, () => purgeUsage(database, clock.now())),
  ];
}
