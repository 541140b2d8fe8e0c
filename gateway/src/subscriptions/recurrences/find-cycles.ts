import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { selectCyclesOfCharges } from '../cycle-store.ts';
import type { CycleAtBank } from '../live/cycles/bank-cycle.ts';
import { selectCyclesAtBank } from '../live/cycles/bank-cycle-store.ts';
import type { Cycle, Subscription } from '../subscription.ts';
import { selectSubscriptions } from '../subscription-store.ts';
import { type CycleFilter, pageFiltered } from './cycle-list-store.ts';

/**
 * Counts cycles up to a number: those whose charges were made in a range of ids (null: all), or
 * those of a filter.
 */
export { countCreated as countCyclesOf, countFiltered as countCycles } from './cycle-list-store.ts';

/** A cycle that has a charge, with its subscription. */
export interface ChargedCycle {
  readonly cycle: Cycle;
  readonly subscription: Subscription;
  /** Of a live cycle: what the bank has said. */
  readonly atBank: CycleAtBank | null;
}

/** The cycles of charges of a scope, by the charge; charges without a cycle are omitted. */
export async function findCycles(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, ChargedCycle>> {
  const keys = chargeIds.map((chargeId) => ({ merchantId, environment, chargeId }));
  const cycles = await selectCyclesOfCharges(database, keys);
  const ids = [...new Set(cycles.map(({ subscriptionId }) => subscriptionId))];
  const found = await selectSubscriptions(
    database,
    ids.map((id) => ({ merchantId, environment, id })),
  );
  const subscriptions = new Map(found.map((subscription) => [subscription.id, subscription]));
  const atBank = await selectCyclesAtBank(
    database,
    { merchantId, environment },
    cycles.flatMap(({ cycle: { chargeId } }) => (chargeId === null ? [] : txidFromId(chargeId))),
  );
  return new Map(
    cycles.flatMap(({ subscriptionId, cycle }) => {
      const subscription = subscriptions.get(subscriptionId);
      if (!subscription || cycle.chargeId === null) return [];
      const seen = atBank.get(txidFromId(cycle.chargeId)) ?? null;
      return [[cycle.chargeId, { cycle, subscription, atBank: seen }] as const];
    }),
  );
}

/** The ids of the charges of a page of cycles, oldest first. */
export async function pageCycles(
  database: Queryable,
  filter: CycleFilter,
  rows: { readonly offset: number; readonly limit: number },
): Promise<string[]> {
  return (await pageFiltered(database, { ...filter, ...rows })).map(({ id }) => id);
}
