import { cancelCharges } from '#src/charges/cancel-charges.ts';
import { expireCharges } from '#src/charges/expire-charges.ts';
import type { ClockKind } from '#src/ground/clocks/clock-kind.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import type { Poller } from '#src/ground/work/poller.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { settleByKey } from '#src/ledger/settlements/settle-due.ts';
import { returnPayoutsByKey } from '#src/money-out/payouts/return-test-payouts.ts';
import { settlePayoutsByKey } from '#src/money-out/payouts/settle-payouts.ts';
import { settleRefundsByKey } from '#src/money-out/refunds/settle-refunds.ts';
import { releaseFromClock } from '#src/webhooks/delivery/release-from-clock.ts';
import { createClockWorker } from './clocks/clock-worker.ts';
import { deleteOldClocks } from './clocks/manage-clocks.ts';
import { WORKING_CLOCKS } from './clocks/test-clock-store.ts';
import { onClockWork } from './clocks/wake-clock-worker.ts';
import { purgeSandbox } from './sandbox/purge-sandbox.ts';
import { resetSandboxIfDue } from './sandbox/reset-sandbox.ts';

const RESET_INTERVAL_MS = 20 * SECOND_MS;
const PURGE_INTERVAL_MS = MINUTE_MS;
const OLD_CLOCKS_INTERVAL_MS = HOUR_MS;

/** The parts of other rooms that the work of the test world uses. */
export interface TestWorldWorkParts {
  /** What the options do in test clocks. */
  readonly clockKinds: readonly ClockKind[];
}

/** Starts the work of the public sandbox and of test clocks. */
export function startTestWorld(
  context: GatewayContext,
  { clockKinds }: TestWorldWorkParts,
): RunningWork[] {
  const { every } = pollersOf(context);
  const { sandbox } = context.config;
  return [
    startTestClocks(context, clockKinds),
    every('old-test-clocks', OLD_CLOCKS_INTERVAL_MS, () => deleteOldClocks(context)),
    every('sandbox-reset', RESET_INTERVAL_MS, () => resetSandboxIfDue(context)),
    every('sandbox-bound', PURGE_INTERVAL_MS, () => purgeSandbox({ ...context, sandbox })),
  ];
}

/** Starts to advance test clocks and to delete those that members delete. */
export function startTestClocks(
  context: GatewayContext,
  kinds: TestWorldWorkParts['clockKinds'],
): RunningWork {
  const { database, clock, logger, scheduler } = context;
  let poller: Poller | undefined;
  const worker = createClockWorker({
    database,
    clock,
    kinds: [...kindsOf(context), ...kinds],
    release: (bucket, items, how) =>
      releaseFromClock({ database: bucket, now: clock.now() }, items, how),
    logger,
    wake: () => poller?.wake(),
  });
  poller = pollWhenDue({ database, clock, logger, scheduler }, WORKING_CLOCKS, {
    work: worker.round,
  });
  const stopListening = onClockWork(() => poller.wake());
  return {
    async stop() {
      stopListening();
      await poller.stop();
      await worker.stop();
    },
  };
}

/** What the core does in test clocks. */
function kindsOf({ logger, sandboxMerchantId }: GatewayContext): readonly ClockKind[] {
  return [
    {
      kind: 'charge',
      step: async (inClock, items) => void (await expireCharges(inClock, items)),
      end: async (inClock, items) => {
        const charges = items.map((item) => ({ ...item, isRemovedAtBank: false }));
        await cancelCharges(inClock, charges);
      },
    },
    {
      kind: 'payout',
      step: (inClock, items) =>
        settlePayoutsByKey({ ...inClock, logger, sandboxMerchantId }, items),
    },
    {
      kind: 'payout_return',
      step: (inClock, items) => returnPayoutsByKey({ ...inClock, logger }, items),
    },
    {
      kind: 'refund',
      step: (inClock, items) => settleRefundsByKey({ ...inClock, logger }, items),
    },
    {
      kind: 'settlement',
      step: async (inClock, items) => {
        await settleByKey({ ...inClock, logger }, items);
      },
    },
  ];
}
