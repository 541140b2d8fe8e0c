import type { Charge } from '#src/charges/charge.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { selectCyclesOn } from './cycle-store.ts';
import { readStates } from './load-states.ts';
import type { Cycle, SubscriptionState } from './subscription.ts';

/** A cycle in any state, with its subscription. */
export interface CycleInState {
  readonly state: SubscriptionState;
  readonly cycle: Cycle;
}

/** The cycle that a charge is for; undefined for a charge of no subscription. */
export async function readCycleOf(
  database: Queryable,
  { merchantId, environment, id, due }: Pick<Charge, 'merchantId' | 'environment' | 'id' | 'due'>,
): Promise<CycleInState | undefined> {
  if (!due?.cycle) return undefined;
  const key = { merchantId, environment, id: due.cycle.subscription };
  const state = (await readStates(database, [key])).get(key.id);
  if (!state) throw new Error(`the subscription of the charge ${id} is missing`);
  const isIt = ({ chargeId }: Cycle): boolean => chargeId === id;
  // A paid or canceled cycle is not in the state.
  const day = { day: due.cycle.day, dueOn: due.rules.dueDate };
  const cycle = state.cycles.find(isIt) ?? (await selectCyclesOn(database, key, day)).find(isIt);
  if (!cycle) throw new Error(`the cycle of the charge ${id} is missing`);
  return { state, cycle };
}
