import type { Charge, TransactionKey } from '#src/charges/charge.ts';
import type { CycleOfCharge } from '#src/charges/due/due-terms.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { settle, withCycle as withStoryCycle } from '../../change-story.ts';
import { selectCyclesOn } from '../../cycle-store.ts';
import { lockStories } from '../../load-stories.ts';
import type { Cycle, Story } from '../../subscription.ts';
import { type WrittenStory, writeStories } from '../../write-stories.ts';
import { endAtBank } from './want-at-bank.ts';

/** The charge of a cycle that a Pix is about to pay. */
export interface CycleToPay extends TransactionKey {
  readonly cycle: CycleOfCharge;
}

/**
 * Marks the cycles of charges paid that a transaction has paid. With `endsAtBank` the bank is asked
 * to end their charges: it may not have done so, if operators decided about the payment.
 */
export type PayCycles = (
  paid: readonly Charge[],
  now: number,
  options?: { readonly endsAtBank: boolean },
) => Promise<void>;

/**
 * Locks the subscriptions of charges that a Pix is about to pay, before the charges themselves, as
 * each change of a subscription does. The cycles are paid by the returned function, in the same
 * transaction; any state of a cycle but `paid` can be, because the money is there.
 */
export async function lockCyclesToPay(
  tx: Transaction,
  charges: readonly CycleToPay[],
): Promise<PayCycles> {
  const stories = await lockStories(tx, charges.map(keyOf));
  const before = new Map<string, Story>();
  // The buckets of a transaction are used one after another.
  for (const charge of charges) {
    const id = charge.cycle.subscription;
    before.set(id, await withCycle(tx, before.get(id) ?? stories.get(id), charge));
  }
  return async (paid, now, options) => {
    const ids = new Set(paid.map(({ id }) => id));
    const written = [...before.values()].flatMap((story) => pay(story, ids, now));
    if (written.length === 0) return;
    await writeStories(tx, { stories: written, charges: [], firstPayments: [], paid: ids }, now);
    if (!options?.endsAtBank) return;
    const cycles = [...before.values()].flatMap((story) =>
      cyclesOf(story, ids).map((cycle) => ({ key: story.subscription, cycle })),
    );
    endAtBank(tx, cycles, now);
  };
}

function keyOf({ merchantId, environment, cycle }: CycleToPay) {
  return { merchantId, environment, id: cycle.subscription };
}

/** The story with the cycle of a charge, also one that was canceled or replaced. */
async function withCycle(
  tx: Transaction,
  story: Story | undefined,
  { id, cycle: { day } }: CycleToPay,
): Promise<Story> {
  if (!story) throw new Error(`the subscription of the charge ${id} is missing`);
  const isIt = ({ chargeId }: Cycle): boolean => chargeId === id;
  if (story.cycles.some(isIt)) return story;
  const cycle = (await selectCyclesOn(tx, story.subscription, { day, dueOn: day })).find(isIt);
  if (!cycle) throw new Error(`the cycle of the charge ${id} is missing`);
  return withStoryCycle(story, cycle);
}

function cyclesOf({ cycles }: Story, paid: ReadonlySet<string>): readonly Cycle[] {
  return cycles.filter(({ chargeId }) => chargeId !== null && paid.has(chargeId));
}

/** The story after the payment of those of its charges that were paid. */
function pay(before: Story, paid: ReadonlySet<string>, now: number): WrittenStory[] {
  const cycles = cyclesOf(before, paid);
  if (cycles.length === 0) return [];
  let change: Omit<WrittenStory, 'before'> = { after: before, events: [] };
  for (const cycle of cycles) {
    if (cycle.status === 'paid') throw new Error('a cycle was paid before its charge');
    const { story: after, events } = settle(change.after, cycle, now);
    change = { after, events: [...change.events, ...events] };
  }
  return [{ before, ...change }];
}
