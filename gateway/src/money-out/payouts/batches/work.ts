import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS, MINUTE_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { deleteUnconfirmedBatches } from './payout-batch-store.ts';

/** How long a file stays that was checked and not confirmed. */
const UNCONFIRMED_KEPT_MS = DAY_MS;
const ROWS_MAX = 1_000;

/** Starts to delete batches that were not confirmed for a day. */
export function startPayoutBatches(context: GatewayContext): RunningWork[] {
  const { clock } = context;
  return [
    pollersOf(context).everyInBuckets('payout-batches', MINUTE_MS, ({ database }) =>
      dropUnconfirmedBatches(database, clock.now()),
    ),
  ];
}

/** Deletes up to a thousand such batches of a bucket. @returns whether there may be more. */
export async function dropUnconfirmedBatches(database: Queryable, now: number): Promise<boolean> {
  const before = now - UNCONFIRMED_KEPT_MS;
  return (await deleteUnconfirmedBatches(database, { before, limit: ROWS_MAX })) >= ROWS_MAX;
}
