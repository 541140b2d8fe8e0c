import type { TransactionKey } from '#src/charges/charge.ts';
import type { ChargeOwner, OwnedPayments } from '#src/charges/charge-owner.ts';
import type { CycleOfCharge } from '#src/charges/due/due-terms.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type ChangedState, settle, withCycle } from '../../change-subscription.ts';
import { selectCyclesOn } from '../../cycle-store.ts';
import { lockStates } from '../../load-states.ts';
import type { Cycle, SubscriptionState } from '../../subscription.ts';
import { writeStates } from '../../write-states.ts';
import { endAtBank } from './desired-cycles.ts';

/** The charge of a cycle that a Pix is about to pay. */
interface CycleToPay extends TransactionKey {
  readonly cycle: CycleOfCharge;
}

/** The charge of a cycle changes only with its subscription. Refuses `charge_of_subscription`. */
export const cycleOwner: ChargeOwner = {
  name: 'cycles',
  reserves: ({ due }) => (due?.cycle ? new Refusal('charge_of_subscription') : undefined),
  async lockToPay(tx, charges) {
    const cycles = charges.flatMap(({ merchantId, environment, id, due }) =>
      due?.cycle && environment === 'live'
        ? [{ merchantId, environment, id, cycle: due.cycle }]
        : [],
    );
    return cycles.length > 0 ? lockCyclesToPay(tx, cycles) : undefined;
  },
};

/**
 * Locks the subscriptions of charges that a Pix is about to pay, before the charges themselves, as
 * each change of a subscription does. Any state of a cycle but `paid` can be paid, because the
 * money is there.
 */
async function lockCyclesToPay(
  tx: Transaction,
  charges: readonly CycleToPay[],
): Promise<OwnedPayments> {
  const states = await lockStates(tx, charges.map(keyOf));
  const before = new Map<string, SubscriptionState>();
  // The buckets of a transaction are used one after another.
  for (const charge of charges) {
    const id = charge.cycle.subscription;
    before.set(id, await withCycleOf(tx, before.get(id) ?? states.get(id), charge));
  }
  return {
    ids: new Set(charges.map(({ id }) => id)),
    async pay(paid, { now, endsAtBank = false }) {
      const ids = new Set(paid.map(({ id }) => id));
      const written = [...before.values()].flatMap((state) => pay(state, ids, now));
      if (written.length === 0) return;
      await writeStates(tx, { states: written, charges: [], firstPayments: [], paid: ids }, now);
      if (!endsAtBank) return;
      const cycles = [...before.values()].flatMap((state) =>
        cyclesOf(state, ids).map((cycle) => ({ key: state.subscription, cycle })),
      );
      endAtBank(tx, cycles, now);
    },
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
