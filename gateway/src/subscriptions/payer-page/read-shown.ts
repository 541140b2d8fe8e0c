import { isErasedPayer } from '#src/charges/erased-payer.ts';
import { readTimesOf } from '#src/ground/clocks/find-clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { withCycles } from '../load-states.ts';
import type { SubscriptionState } from '../subscription.ts';
import { type ShownColumns, selectShown } from './shown-store.ts';
import type { ShownSubscription } from './shown-subscription.ts';

/**
 * Reads the subscriptions of many pages; undefined for an unknown id, and for one whose payer's
 * data was erased.
 */
export async function readShown(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly BatchResult<ShownSubscription | undefined>[]> {
  const found = (await selectShown(database, { ids: [...new Set(ids)] })).filter(isNotErased);
  const keys = found.flatMap(({ subscription: { merchantId, environment, id } }) =>
    environment === 'test' ? [{ merchantId, id, kind: 'subscription' as const }] : [],
  );
  const times = await readTimesOf(database, keys);
  const states = await withCycles(
    database,
    found.map(({ subscription }) => subscription),
  );
  const byId = new Map(
    found.flatMap((columns, index) => {
      const state = states[index];
      return state ? [[state.subscription.id, shownOf(columns, state, times)]] : [];
    }),
  );
  return ids.map((id) => ({ value: byId.get(id) }));
}

function isNotErased({ subscription: { payer } }: ShownColumns): boolean {
  return !isErasedPayer({ ...payer });
}

function shownOf(
  columns: ShownColumns,
  state: SubscriptionState,
  times: ReadonlyMap<string, number>,
): ShownSubscription {
  const { firstStatus: status, firstAmount: amount } = columns;
  return {
    id: state.subscription.id,
    merchantId: state.subscription.merchantId,
    merchantName: columns.merchantName,
    merchantDocument: columns.merchantDocument,
    state,
    firstCharge: status !== null && amount !== null ? { status, amount } : null,
    clockNow: times.get(state.subscription.id) ?? null,
  };
}
