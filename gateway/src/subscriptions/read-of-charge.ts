import type { Charge } from '#src/charges/charge.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { selectCyclesOn } from './cycle-store.ts';
import { readStories } from './load-stories.ts';
import type { Cycle, Story } from './subscription.ts';

/** A cycle in any state, with its subscription. */
export interface CycleOfStory {
  readonly story: Story;
  readonly cycle: Cycle;
}

/** The cycle that a charge is for; undefined for a charge of no subscription. */
export async function readCycleOf(
  database: Queryable,
  { merchantId, environment, id, due }: Pick<Charge, 'merchantId' | 'environment' | 'id' | 'due'>,
): Promise<CycleOfStory | undefined> {
  if (!due?.cycle) return undefined;
  const key = { merchantId, environment, id: due.cycle.subscription };
  const story = (await readStories(database, [key])).get(key.id);
  if (!story) throw new Error(`the subscription of the charge ${id} is missing`);
  const isIt = ({ chargeId }: Cycle): boolean => chargeId === id;
  // A paid or canceled cycle is no part of its story.
  const day = { day: due.cycle.day, dueOn: due.rules.dueDate };
  const cycle = story.cycles.find(isIt) ?? (await selectCyclesOn(database, key, day)).find(isIt);
  if (!cycle) throw new Error(`the cycle of the charge ${id} is missing`);
  return { story, cycle };
}
