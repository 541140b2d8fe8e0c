import type { LiveBank } from '#src/bank/live-bank.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import { batcherOf } from '#src/ground/work/request-batches.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { localHolidaysFrom } from '../due/local-holidays.ts';
import { liveChargeCreator } from '../live/live-charge-creator.ts';
import { createLocationIds } from '../locations/location-ids.ts';
import { DUE_LIVE_BATCHES, DUE_TEST_BATCHES } from './charge-batch-store.ts';
import { liveLines, testLines } from './create-line-charges.ts';
import { dropUnconfirmed } from './drop-unconfirmed.ts';
import { type LineCreation, runBatchPiece } from './run-batches.ts';

const UNCONFIRMED_INTERVAL_MS = 10 * MINUTE_MS;

/**
 * Starts to make the charges of batches. Live batches wait for the bank, so they have a poller
 * apart from those of test.
 */
export function startChargeBatches(
  context: GatewayContext,
  { bank }: { readonly bank: LiveBank | undefined },
): RunningWork[] {
  const { everyInBuckets, whenDue } = pollersOf(context);
  const { clock, config } = context;
  const localHolidays = localHolidaysFrom(config.localHolidays);
  const { paymentDelaySeconds } = config.sandbox;
  const test = testLines({ clock, paymentDelaySeconds });
  const makeBatcher = batcherOf(context);
  const createLive = liveChargeCreator(context, bank, (name, run, settings) =>
    makeBatcher(`${name}-of-batches`, run, settings),
  );
  const live = liveLines(createLive);
  const nextLocationId = createLocationIds(context);
  const run = (creation: LineCreation) => (bucket: Pick<GatewayContext, 'database'>) =>
    runBatchPiece({ ...context, ...bucket, localHolidays, nextLocationId }, creation);
  return [
    whenDue(DUE_TEST_BATCHES, run(test)),
    whenDue(DUE_LIVE_BATCHES, run(live)),
    everyInBuckets('charge-batches-unconfirmed', UNCONFIRMED_INTERVAL_MS, (bucket) =>
      dropUnconfirmed({ ...context, ...bucket }),
    ),
  ];
}
