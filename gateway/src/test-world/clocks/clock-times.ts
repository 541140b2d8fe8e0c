import type { ClockedOperation, ClockTimes } from '#src/ground/clocks/clock-times.ts';
import { findClockOf } from '#src/ground/clocks/find-clock.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { isId } from '#src/ground/ids.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import type { MakeBatcher } from '#src/ground/work/request-batches.ts';
import { runInClock } from './run-in-clock.ts';

/** The times of test clocks, for the operations of the API. */
export function clockTimes(
  { database, clock, sandboxMerchantId }: GatewayContext,
  makeBatcher: MakeBatcher,
): ClockTimes {
  const clockOf: ClockTimes['clockOf'] = async (kind, { merchantId, environment, id }) =>
    environment === 'test' && merchantId !== sandboxMerchantId
      ? (await findClockOf(database, { merchantId, kind, id }))?.clockId
      : undefined;
  return {
    batcher: (operation, make = makeBatcher) => clockedBatcher(clock, make, operation),
    clockOf,
    async inTimeOfCharge(charge, work) {
      const id = await clockOf('charge', charge);
      if (id === undefined) return work({ database, clock });
      return runInClock({ database, clock }, { merchantId: charge.merchantId, id }, work);
    },
  };
}

interface ItemInClock<Item> {
  readonly item: Item;
  readonly clockId: string;
}

function clockedBatcher<Item, Value>(
  clock: DatabaseAndClock['clock'],
  makeBatcher: MakeBatcher,
  operation: ClockedOperation<Item, Value>,
): ReturnType<typeof makeBatcher<Item, Value>> {
  const { name, run, settings, clockOf, bind = (item) => item } = operation;
  const real = makeBatcher<Item, Value>(
    name,
    (items, database) => run(items, { database, clock }),
    settings,
  );
  const merchantOf = ({ item }: ItemInClock<Item>): string => settings.merchantOf(item);
  const inClocks = makeBatcher<ItemInClock<Item>, Value>(
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
}

/** Runs the items that have the first item's clock; all others join the next batch. */
async function runFirstClock<Item, Value>(
  items: readonly ItemInClock<Item>[],
  real: DatabaseAndClock,
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
  real: DatabaseAndClock,
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
