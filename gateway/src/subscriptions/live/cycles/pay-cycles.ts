import type { Charge, TransactionKey } from '#src/charges/charge.ts';
import type { CycleOfCharge } from '#src/charges/due/due-terms.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { type ChangedState, settle, withCycle } from '../../change-subscription.ts';
import { selectCyclesOn } from '../../cycle-store.ts';
import { lockStates } from '../../load-states.ts';
import type { Cycle, SubscriptionState } from '../../subscription.ts';
import { writeStates } from '../../write-states.ts';
import { endAtBank } from './desired-cycles.ts';

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
  const states = await lockStates(tx, charges.map(keyOf));
  const before = new Map<string, SubscriptionState>();
  // The buckets of a transaction are used one after another.
  for (const charge of charges) {
    const id = charge.cycle.subscription;
    before.set(id, await withCycleOf(tx, before.get(id) ?? states.get(id), charge));
  }
  return async (paid, now, options) => {
    const ids = new Set(paid.map(({ id }) => id));
    const written = [...before.values()].flatMap((state) => pay(state, ids, now));
    if (written.length === 0) return;
    await writeStates(tx, { states: written, charges: [], firstPayments: [], paid: ids }, now);
    if (!options?.endsAtBank) return;
    const cycles = [...before.values()].flatMap((state) =>
      cyclesOf(state, ids).map((cycle) => ({ key: state.subscription, cycle })),
    );
    endAtBank(tx, cycles, now);
  };
}

function keyOf({ merchantId, environment, cycle }: CycleToPay) {
  return { merchantId, environment, id: cycle.subscription };
}

/** Adds the cycle of a charge to a state, also a canceled or replaced one. */
async function withCycleOf(
  tx: Transaction,
  state: SubscriptionState | undefined,
  { id, cycle: { day } }: CycleToPay,
): Promise<SubscriptionState> {
  if (!state) throw new Error(`the subscription of the charge ${id} is missing`);
  const isIt = ({ chargeId }: Cycle): boolean => chargeId === id;
  if (state.cycles.some(isIt)) return state;
  const cycle = (await selectCyclesOn(tx, state.subscription, { day, dueOn: day })).find(isIt);
  if (!cycle) throw new Error(`the cycle of the charge ${id} is missing`);
  return withCycle(state, cycle);
}

function cyclesOf({ cycles }: SubscriptionState, paid: ReadonlySet<string>): readonly Cycle[] {
  return cycles.filter(({ chargeId }) => chargeId !== null && paid.has(chargeId));
}

/** Settles the cycles whose charges were paid. */
function pay(before: SubscriptionState, paid: ReadonlySet<string>, now: number): ChangedState[] {
  const cycles = cyclesOf(before, paid);
  if (cycles.length === 0) return [];
  let change: Omit<ChangedState, 'before'> = { after: before, events: [] };
  for (const cycle of cycles) {
    if (cycle.status === 'paid') throw new Error('a cycle was paid before its charge');
    const { state: after, events } = settle(change.after, cycle, now);
    change = { after, events: [...change.events, ...events] };
  }
  return [{ before, ...change }];
}
