import type { TransactionKey } from '#src/charges/charge.ts';
import type { PlannedCharge } from '#src/charges/plan-charges.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import type { RequestedTxid } from '#src/charges/standard-charge.ts';
import { claimTxid } from '#src/charges/txids/txid-owner.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import type { AuditAction } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import {
  authorize,
  type Change,
  cancel,
  cancelOne,
  endCycle,
  fail,
  pause,
  planNoBalance,
  reject,
  resume,
  retry,
  type SubscriptionEvent,
  schedule,
  withCycle,
} from './change-subscription.ts';
import { planCycleCharges } from './charge-cycles.ts';
import { selectCyclesOn } from './cycle-store.ts';
import type { Canceler } from './cycle-windows.ts';
import { hasEndedAtBank } from './live/cycles/ended-at-bank.ts';
import { lockStates } from './load-states.ts';
import {
  type PlannedCycle,
  planCycle,
  planRetry,
  replacedBy,
  type WantedCycle,
  type WantedRetry,
} from './plan-cycles.ts';
import {
  actOnRecurrence,
  type RecurrenceAct,
  storeRequest,
  withFirstCharge,
} from './recurrences/act-on-recurrences.ts';
import { endOfRequest } from './recurrences/change-recurrence.ts';
import { endRequests } from './recurrences/request-store.ts';
import {
  type Cycle,
  isOpen,
  keyOfCycle,
  type NoBalanceTries,
  type SubscriptionKey,
  type SubscriptionState,
} from './subscription.ts';
import type { TellPayers } from './tell-payers.ts';
import { writeStates } from './write-states.ts';

/** Acts of a merchant on a subscription, or of its payer in the test environment. */
export type Act =
  | { readonly kind: 'pause' | 'resume' | 'authorize' }
  | { readonly kind: 'cancel'; readonly by: Canceler; readonly reason: string }
  | { readonly kind: 'reject'; readonly code: string }
  | ({
      readonly kind: 'add_cycle';
      readonly attemptId?: string;
      readonly standard?: RequestedTxid;
    } & WantedCycle)
  | { readonly kind: 'cancel_cycle' | 'end_cycle'; readonly chargeId: string }
  | ({ readonly kind: 'retry'; readonly attemptId?: string } & WantedRetry)
  | { readonly kind: 'fail'; readonly dueOn: string; readonly code: string }
  | { readonly kind: 'no_balance'; readonly dueOn: string; readonly tries: NoBalanceTries }
  | RecurrenceAct;

export interface SubscriptionAct extends SubscriptionKey {
  readonly act: Act;
  /** The member who does it at the panel, or the operator. */
  readonly by?: Actor | undefined;
}

/** The acts of members in the audit log. */
const ACTIONS: Partial<Record<Act['kind'], { readonly action: AuditAction }>> = {
  add_cycle: { action: 'subscription.charged' },
  authorize: { action: 'subscription.authorized_by_hand' },
  cancel: { action: 'subscription.canceled' },
  end_cycle: { action: 'subscription.cycle_ended' },
  pause: { action: 'subscription.paused' },
  reject: { action: 'subscription.rejected_by_hand' },
  resume: { action: 'subscription.resumed' },
  retry: { action: 'subscription.retried' },
};

/** The acts of one transaction, on locked subscriptions. */
interface Acting {
  readonly tx: Transaction;
  readonly now: number;
  readonly before: Map<string, SubscriptionState>;
  readonly after: Map<string, SubscriptionState>;
  readonly events: Map<string, readonly SubscriptionEvent[]>;
  readonly charges: PlannedCharge[];
  readonly firstPayments: TransactionKey[];
  readonly tellPayers: TellPayers | undefined;
}

export interface ActDeps extends DatabaseAndClock {
  readonly tellPayers: TellPayers;
}

/** Does acts in one transaction, as `actIn` does. */
export function actOnSubscriptions(
  { database, clock, tellPayers }: ActDeps,
  acts: readonly SubscriptionAct[],
): Promise<readonly BatchResult<SubscriptionState>[]> {
  const now = clock.now();
  return database.transaction((tx) => actIn(tx, acts, { now, tellPayers }));
}

/**
 * Does acts in their order, in the caller's transaction. Each has its own result: the subscription
 * after it. Refuses `subscription_not_found` and what the act refuses.
 */
export async function actIn(
  tx: Transaction,
  acts: readonly SubscriptionAct[],
  { now, tellPayers }: { readonly now: number; readonly tellPayers?: TellPayers },
): Promise<readonly BatchResult<SubscriptionState>[]> {
  const before = await lockStates(tx, acts);
  const acting: Acting = {
    tx,
    now,
    before,
    after: new Map(before),
    events: new Map(),
    charges: [],
    firstPayments: [],
    tellPayers,
  };
  const results: BatchResult<SubscriptionState>[] = [];
  for (const act of acts) results.push(await resultOf(acting, act));
  await writeActed(acting);
  return results;
}

async function resultOf(
  acting: Acting,
  { id, act, by }: SubscriptionAct,
): Promise<BatchResult<SubscriptionState>> {
  const state = acting.after.get(id);
  if (!state) return { error: new Refusal('subscription_not_found') };
  try {
    const { state: after, events } = await changeOf(acting, state, act);
    endRequests(acting.tx, endOfRequest({ before: state, after }, acting.now), acting.now);
    storeRequest(acting, after.subscription, act);
    acting.after.set(id, after);
    acting.events.set(id, [...(acting.events.get(id) ?? []), ...events]);
    if (by && events.length > 0) recordAct(acting, after, { kind: act.kind, by });
    return { value: after };
  } catch (error) {
    if (error instanceof Refusal) return { error };
    throw error;
  }
}

function recordAct(
  { tx, now }: Acting,
  { subscription: { merchantId, id } }: SubscriptionState,
  { kind, by }: { readonly kind: Act['kind']; readonly by: Actor },
): void {
  const action = ACTIONS[kind];
  if (action) recordChange(tx, by, { ...action, merchantId, subject: id }, now);
}

async function changeOf(acting: Acting, state: SubscriptionState, act: Act): Promise<Change> {
  const { now } = acting;
  switch (act.kind) {
    case 'authorize':
      return authorizeAndPay(acting, state);
    case 'reject':
      return reject(state, act.code, now);
    case 'pause':
      return pause(state);
    case 'resume':
      return resume(state, now);
    case 'cancel':
      return cancel(state, { ...act, now });
    case 'retry': {
      const { cycle, on } = planRetry(state, act, now);
      return retry(state, cycle, { on, attemptId: act.attemptId });
    }
    case 'fail':
      return fail(state, openCycleOn(state, act), { code: act.code, now });
    case 'no_balance':
      return planNoBalance(state, openCycleOn(state, act), act.tries);
    case 'add_cycle':
      return addCycle(acting, state, act);
    case 'end_cycle':
      return endCycle(state, act.chargeId, now);
    case 'cancel_cycle':
      return cancelOne(state, act.chargeId, now);
    default:
      return actOnRecurrence(acting, state, act);
  }
}

function openCycleOn({ cycles }: SubscriptionState, { dueOn }: { readonly dueOn: string }): Cycle {
  const cycle = cycles.find((cycle) => cycle.dueOn === dueOn && isOpen(cycle));
  if (!cycle) throw new Refusal('cycle_not_found');
  return cycle;
}

/** The payer's app pays the first charge with the authorization, unless it is paid already. */
async function authorizeAndPay(
  { tx, now, firstPayments }: Acting,
  state: SubscriptionState,
): Promise<Change> {
  const found = await withFirstCharge(tx, state);
  const change = authorize(found, now);
  const { merchantId, environment, journey, firstChargeId: id } = found.subscription;
  if (id === null || (journey !== 'code_and_first_payment' && journey !== 'offer')) return change;
  const [charge] = await readCharges(tx, [{ merchantId, environment, id }]);
  if (charge?.status === 'pending') firstPayments.push({ merchantId, environment, id });
  return change;
}

async function addCycle(
  acting: Acting,
  state: SubscriptionState,
  { standard, ...wanted }: Extract<Act, { readonly kind: 'add_cycle' }>,
): Promise<Change> {
  const { tx, now, charges } = acting;
  const { subscription } = state;
  const cycle = planCycle(state, wanted, now);
  const replaced = await replacedIn(acting, state, cycle);
  const [charge] = await planCycleCharges(tx, [{ subscription, cycle, standard }], now);
  if (!charge) throw new Error('a cycle has no charge');
  if (charge instanceof Refusal) throw charge;
  if (standard) await claimTxid(tx, charge, standard);
  charges.push(charge);
  const { attemptId } = wanted;
  return schedule(state, { ...cycle, chargeId: charge.id, attemptId, replaced }, now);
}

/**
 * The charge that a planned one replaces, if its cycle has one. Refuses `cycle_exists` while that
 * charge may still be paid, and `subscription_amount_fixed` for a first charge that the gateway
 * makes.
 */
async function replacedIn(
  { tx, before }: Acting,
  { subscription, cycles }: SubscriptionState,
  planned: PlannedCycle,
): Promise<Cycle | undefined> {
  const stored = await selectCyclesOn(tx, subscription, planned);
  // The state has the changes of this transaction; the stored cycles don't.
  const found = new Map([...stored, ...cycles].map((cycle) => [keyOfCycle(cycle), cycle]));
  const ofDay = ({ day, dueOn }: Cycle): boolean => day === planned.day || dueOn === planned.dueOn;
  const replaced = replacedBy(planned, [...found.values()].filter(ofDay));
  if (!replaced) {
    if (subscription.cyclesBy === 'gateway') throw new Refusal('subscription_amount_fixed');
    return undefined;
  }
  if (!(await hasEndedAtBank(tx, subscription, replaced))) throw new Refusal('cycle_exists');
  const earlier = before.get(subscription.id);
  const known = stored.find((cycle) => keyOfCycle(cycle) === keyOfCycle(replaced));
  // A state has no canceled cycles. With this one its row is updated, not inserted again.
  if (earlier && known) before.set(subscription.id, withCycle(earlier, known));
  return replaced;
}

async function writeActed(acting: Acting): Promise<void> {
  const { tx, now, before, after, events, charges, firstPayments, tellPayers } = acting;
  const states = [...before].flatMap(([id, state]) => {
    const changed = after.get(id);
    const ofState = events.get(id) ?? [];
    return changed && changed !== state ? [{ before: state, after: changed, events: ofState }] : [];
  });
  if (states.length === 0) return;
  await writeStates(tx, { states, charges, firstPayments, tellPayers }, now);
}
