import { cancelCharges } from '#src/charges/cancel-charges.ts';
import { expireCharges } from '#src/charges/expire-charges.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Clock } from '#src/ground/clock.ts';
import { findClockOf } from '#src/ground/clocks/find-clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import type { Batcher, BatchResult } from '#src/ground/work/batcher.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import { startPoller } from '#src/ground/work/poller.ts';
import { settleByKey } from '#src/ledger/settlements/settle-due.ts';
import { returnPayoutsByKey } from '#src/money-out/payouts/return-test-payouts.ts';
import { settlePayoutsByKey } from '#src/money-out/payouts/settle-payouts.ts';
import { settleRefundsByKey } from '#src/money-out/refunds/settle-refunds.ts';
import { createClockWorker } from '#src/test-world/clocks/clock-worker.ts';
import { deleteOldClocks } from '#src/test-world/clocks/delete-old-clocks.ts';
import type { DriveDeps } from '#src/test-world/clocks/drive-clock.ts';
import { runInClock } from '#src/test-world/clocks/run-in-clock.ts';
import { WORKING_CLOCKS } from '#src/test-world/clocks/test-clock-store.ts';
import { onClockWork } from '#src/test-world/clocks/wake-clock-worker.ts';
import { releaseFromClock } from '#src/webhooks/delivery/release-from-clock.ts';
import type { AppContext, BatchSettings, batcherOf, Running } from './context.ts';

const OLD_INTERVAL_MS = 60 * 60_000;

/** Starts to advance and delete test clocks. */
export function startTestClocks(appContext: AppContext): Running {
  const { database, clock, logger } = appContext;
  let poller: ReturnType<typeof startPoller> | undefined;
  const worker = createClockWorker({
    ...driveDepsOf(appContext),
    logger,
    wake: () => poller?.wake(),
  });
  poller = pollWhenDue({ database, clock, logger }, WORKING_CLOCKS, { work: worker.round });
  const old = startPoller({
    ...{ name: 'old-test-clocks', intervalMs: OLD_INTERVAL_MS, logger },
    work: () => deleteOldClocks({ database, clock }),
  });
  const stopListening = onClockWork(() => poller.wake());
  return {
    async stop() {
      stopListening();
      await Promise.all([poller.stop(), old.stop()]);
      await worker.stop();
    },
  };
}

function driveDepsOf({ database, clock, logger, sandboxMerchantId }: AppContext): DriveDeps {
  return {
    ...{ database, clock },
    steps: {
      charge: async (inClock, items) => void (await expireCharges(inClock, items)),
      payout: (inClock, items) =>
        settlePayoutsByKey({ ...inClock, logger, sandboxMerchantId }, items),
      payout_return: (inClock, items) => returnPayoutsByKey({ ...inClock, logger }, items),
      refund: (inClock, items) => settleRefundsByKey({ ...inClock, logger }, items),
      settlement: async (inClock, items) => {
        const rows = items.map(({ merchantId, environment, id }) => {
          return { merchant_id: merchantId, environment, id };
        });
        await settleByKey({ ...inClock, logger }, rows);
      },
    },
    cancel: async (inClock, items) => {
      const charges = items.map((item) => ({ ...item, isRemovedAtBank: false }));
      await cancelCharges(inClock, charges);
    },
    release: (bucket, items, how) =>
      releaseFromClock({ database: bucket, now: clock.now() }, items, how),
  };
}

/** An operation on items; some of them may live in the time of a test clock. */
export interface ClockedOperation<Item, Value> {
  readonly name: string;
  readonly run: (
    items: readonly Item[],
    inClock: { readonly database: Database; readonly clock: Clock },
  ) => Promise<readonly BatchResult<Value>[]>;
  readonly settings: BatchSettings<Item> & { readonly merchantOf: (item: Item) => string };
  /** The clock of an item; undefined: the real time. */
  readonly clockOf: (item: Item) => string | undefined | Promise<string | undefined>;
  /** Whether requests name clocks, so that an unknown one is their fault. */
  readonly namesClock?: boolean;
  /** Changes an item that lives in the time of a clock. */
  readonly bind?: (item: Item, clockId: string) => Item;
}

interface ItemInClock<Item> {
  readonly item: Item;
  readonly clockId: string;
}

/**
 * Makes the batcher of an operation. Items of each clock have separate batches, so that all other
 * items never wait for them.
 */
export function clockedBatcher(
  { clock }: Pick<AppContext, 'clock'>,
  batcher: ReturnType<typeof batcherOf>,
) {
  return <Item, Value>(operation: ClockedOperation<Item, Value>): Batcher<Item, Value> => {
    const { name, run, settings, clockOf, bind = (item) => item } = operation;
    const real = batcher<Item, Value>(
      name,
      (items, database) => run(items, { database, clock }),
      settings,
    );
    const merchantOf = ({ item }: ItemInClock<Item>): string => settings.merchantOf(item);
    const inClocks = batcher<ItemInClock<Item>, Value>(
      `${name}-in-test-clocks`,
      (items, database) => runFirstClock(items, { database, clock }, operation),
      { atOnce: 1, merchantOf, queueOf: ({ clockId }) => clockId },
    );
    return {
      async add(item) {
        const clockId = await clockOf(item);
        if (clockId === undefined) return real.add(item);
        return inClocks.add({ item: bind(item, clockId), clockId });
      },
      waiting: () => real.waiting() + inClocks.waiting(),
    };
  };
}

/** Runs the items that have the first item's clock; all others join the next batch. */
async function runFirstClock<Item, Value>(
  items: readonly ItemInClock<Item>[],
  real: { readonly database: Database; readonly clock: Clock },
  { run, settings, namesClock = false }: ClockedOperation<Item, Value>,
): Promise<readonly BatchResult<Value>[]> {
  const [first] = items;
  if (!first) return [];
  const merchantId = settings.merchantOf(first.item);
  const isOfFirst = ({ item, clockId }: ItemInClock<Item>): boolean =>
    clockId === first.clockId && settings.merchantOf(item) === merchantId;
  const chosen = items.filter(isOfFirst);
  const results = await resultsInClock(real, { merchantId, id: first.clockId }, (inClock) =>
    run(
      chosen.map(({ item }) => item),
      inClock,
    ),
  );
  return items.map((item): BatchResult<Value> => {
    if (!isOfFirst(item)) return { later: true };
    if (results instanceof Refusal) return { error: namesClock ? results : refusalOfGone(results) };
    return results[chosen.indexOf(item)] ?? { error: new Error('a batch lost an item') };
  });
}

/** The refusal when a clock was deleted during the request; a retry lives in the real time. */
function refusalOfGone(refusal: Refusal): Refusal {
  const isGone = refusal.code === 'test_clock_not_found';
  return isGone ? new Refusal('overloaded', { retryAfterSeconds: 1 }) : refusal;
}

async function resultsInClock<Value>(
  real: { readonly database: Database; readonly clock: Clock },
  key: { readonly merchantId: string; readonly id: string },
  work: Parameters<typeof runInClock<readonly BatchResult<Value>[]>>[2],
): Promise<readonly BatchResult<Value>[] | Refusal> {
  if (!isId(key.id)) return new Refusal('test_clock_not_found');
  try {
    return await runInClock(real, key, work);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Runs one transaction of work on a charge in the time of its clock, if it has one. */
export function inTimeOfCharge(appContext: AppContext) {
  const { database, clock } = appContext;
  const clockOf = clockFinder(appContext);
  return async <Result>(
    charge: LedgerScope & { readonly id: string },
    work: (inClock: { readonly database: Database; readonly clock: Clock }) => Promise<Result>,
  ): Promise<Result> => {
    const id = await clockOf('charge', charge);
    if (id === undefined) return work({ database, clock });
    return runInClock({ database, clock }, { merchantId: charge.merchantId, id }, work);
  };
}

/** Makes the function that finds the clock of an item of the test environment. */
export function clockFinder({ database, sandboxMerchantId }: AppContext) {
  return async (
    kind: 'charge' | 'dispute',
    { merchantId, environment, id }: LedgerScope & { readonly id: string },
  ): Promise<string | undefined> =>
    environment === 'test' && merchantId !== sandboxMerchantId
      ? findClockOf(database, { merchantId, kind, id })
      : undefined;
}
