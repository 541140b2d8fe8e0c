import type { PlannedCharge } from '#src/charges/plan-charges.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import {
  type Change,
  endByTime,
  expireAuthorization,
  failToCreate,
  schedule,
  tryAttempt,
  unchanged,
} from './change-subscription.ts';
import { type CycleToCharge, planCycleCharges } from './charge-cycles.ts';
import { dueDayOf, firstFreeDay } from './cycle-days.ts';
import { selectTakenDays } from './cycle-store.ts';
import { createdBefore } from './cycle-windows.ts';
import { lockStates } from './load-states.ts';
import { nextStep, type Step } from './next-step.ts';
import type { PlannedCycle } from './plan-cycles.ts';
import { closeRequest, endOfRequest } from './recurrences/change-recurrence.ts';
import { endRequests } from './recurrences/request-store.ts';
import { type SubscriptionKey, type SubscriptionState, WINDOW_MISSED } from './subscription.ts';
import type { TellPayers } from './tell-payers.ts';
import { writeStates } from './write-states.ts';

/**
 * Does the next step of each subscription, if it is due, in the caller's transaction. A later step
 * is due in the next round. Returns how many steps it did.
 */
export async function runSteps(
  tx: Transaction,
  keys: readonly SubscriptionKey[],
  { now, tellPayers }: { readonly now: number; readonly tellPayers: TellPayers },
): Promise<number> {
  const states = [...(await lockStates(tx, keys)).values()];
  const due = states.map((before) => ({ before, step: dueStep(before, now) }));
  const plans = await planCreations(tx, due, now);
  const charges: PlannedCharge[] = [];
  const written = due.map(({ before, step }) => {
    const plan = plans.get(before.subscription.id);
    if (plan?.charge && !(plan.charge instanceof Refusal)) charges.push(plan.charge);
    const { state: after, events } = changeOf(before, { step, plan, now });
    return { before, after, events };
  });
  endRequests(
    tx,
    written.flatMap((state) => endOfRequest(state, now)),
    now,
  );
  await writeStates(tx, { states: written, charges, firstPayments: [], tellPayers }, now);
  return due.filter(({ step }) => step).length;
}

interface DueState {
  readonly before: SubscriptionState;
  readonly step: Step | undefined;
}

/** A cycle to create, with its charge or why it has none; undefined when it is too late. */
interface CreationPlan {
  readonly cycle: PlannedCycle;
  readonly charge: PlannedCharge | Refusal | undefined;
}

function dueStep(state: SubscriptionState, now: number): Step | undefined {
  const step = nextStep(state);
  return step && step.at <= now ? step : undefined;
}

/** Plans the cycles that are due to be created. By subscription. */
async function planCreations(
  tx: Transaction,
  due: readonly DueState[],
  now: number,
): Promise<ReadonlyMap<string, CreationPlan>> {
  const cycles = await cyclesOfSteps(tx, due);
  const inTime = cycles.filter(({ cycle }) => now < createdBefore(cycle.dueOn));
  const charges = await planCycleCharges(tx, inTime, now);
  const planned = new Map(inTime.map(({ cycle }, index) => [cycle, charges[index]]));
  return new Map(
    cycles.map(({ subscription, cycle }) => [
      subscription.id,
      { cycle, charge: planned.get(cycle) },
    ]),
  );
}

/** The cycles of steps. A due date that another charge has moves to the next business day. */
async function cyclesOfSteps(tx: Transaction, due: readonly DueState[]): Promise<CycleToCharge[]> {
  const wanted = due.flatMap(({ before: { subscription }, step }) => {
    const { amount } = subscription;
    return step?.kind === 'create' && step.day !== null && amount !== null
      ? [{ key: subscription, amount, day: step.day, dueOn: dueDayOf(step.day) }]
      : [];
  });
  const taken = await selectTakenDays(tx, wanted);
  return wanted.map(({ key, dueOn, ...cycle }) => ({
    subscription: key,
    cycle: { ...cycle, dueOn: firstFreeDay(dueOn, taken.get(key.id) ?? new Set()) },
  }));
}

function changeOf(
  state: SubscriptionState,
  {
    step,
    plan,
    now,
  }: {
    readonly step: Step | undefined;
    readonly plan: CreationPlan | undefined;
    readonly now: number;
  },
): Change {
  switch (step?.kind) {
    case undefined:
      return unchanged(state);
    case 'expire_authorization':
      return expireAuthorization(state, now);
    case 'expire_request':
      return closeRequest(state);
    case 'end':
      return endByTime(state, now);
    case 'settle':
      return settleDay(state, step, now);
    case 'create':
      return createCycle(state, plan, now);
  }
}

function settleDay(state: SubscriptionState, { day }: Step, now: number): Change {
  const cycle = state.cycles.find((cycle) => cycle.day === day);
  if (!cycle) throw new Error('a cycle to settle is missing');
  return tryAttempt(state, cycle, now);
}

function createCycle(
  state: SubscriptionState,
  plan: CreationPlan | undefined,
  now: number,
): Change {
  if (!plan) throw new Error('a cycle to create has no amount');
  const { cycle, charge } = plan;
  if (charge === undefined) return failToCreate(state, { ...cycle, reason: WINDOW_MISSED }, now);
  if (charge instanceof Refusal) {
    return failToCreate(state, { ...cycle, reason: charge.code }, now);
  }
  return schedule(state, { ...cycle, chargeId: charge.id }, now);
}
