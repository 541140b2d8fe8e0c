import { Refusal } from '#src/ground/errors/problems.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { cycleDay, dueDayOf } from './cycle-days.ts';
import { type Canceler, cancelableBefore, createdBefore } from './cycle-windows.ts';
import {
  type Attempt,
  type Cycle,
  type Ender,
  isOpen,
  isRunning,
  keyOfCycle,
  NO_BALANCE,
  type NoBalanceTries,
  openAttempt,
  type Subscription,
  type SubscriptionState,
  type SubscriptionStatus,
} from './subscription.ts';

export const subscriptionEventKinds = [
  'subscription.authorized',
  'subscription.rejected',
  'subscription.paused',
  'subscription.resumed',
  'subscription.canceled',
  'subscription.expired',
  'cycle.scheduled',
  'cycle.paid',
  'cycle.failed',
  'cycle.retrying',
  'cycle.canceled',
] as const;
export type SubscriptionEventKind = (typeof subscriptionEventKinds)[number];

/** An event, with the subscription as it was then; `cycle` of events of a cycle. */
export interface SubscriptionEvent {
  readonly kind: SubscriptionEventKind;
  readonly sequence: number;
  readonly state: SubscriptionState;
  readonly cycle: Cycle | null;
}

/** A changed subscription and the events of the change, in their order. */
export interface Change {
  readonly state: SubscriptionState;
  readonly events: readonly SubscriptionEvent[];
}

/** A subscription before and after the changes of a transaction, with their events. */
export interface ChangedState {
  readonly before: SubscriptionState;
  readonly after: SubscriptionState;
  readonly events: readonly SubscriptionEvent[];
}

/** A change of nothing. */
export function unchanged(state: SubscriptionState): Change {
  return { state, events: [] };
}

/** The payer agrees. Refuses `subscription_not_authorizable`. */
export function authorize(state: SubscriptionState, now: number): Change {
  refuseUnlessWaiting(state, now);
  const { journey, activationTxid } = state.subscription;
  // The standard removes the txid after another journey than the third.
  const isPaidToo = journey === 'code_and_first_payment';
  return withStatus(state, 'subscription.authorized', {
    status: 'authorized',
    authorizedAt: now,
    requestExpiresAt: null,
    activationTxid: isPaidToo ? activationTxid : null,
  });
}

/** The payer or the payer's bank refuses. Refuses `subscription_not_authorizable`. */
export function reject(state: SubscriptionState, reason: string, now: number): Change {
  refuseUnlessWaiting(state, now);
  return ended(state, { status: 'rejected', reason, endedBy: 'payer', endedAt: now });
}

/** The payer has not answered in time. */
export function expireAuthorization(state: SubscriptionState, now: number): Change {
  return ended(state, { status: 'expired', reason: null, endedBy: 'gateway', endedAt: now });
}

/** The last day of the subscription is over. */
export function endByTime(state: SubscriptionState, now: number): Change {
  return ended(state, { status: 'expired', reason: null, endedBy: 'gateway', endedAt: now });
}

/** Makes no new cycles; a repeat changes nothing. Refuses `subscription_not_running`. */
export function pause(state: SubscriptionState): Change {
  const { status } = state.subscription;
  if (status === 'paused') return unchanged(state);
  if (status !== 'authorized') throw new Refusal('subscription_not_running');
  return withStatus(state, 'subscription.paused', { status: 'paused' });
}

/**
 * Makes cycles again, from the first one that can still be announced to the payer: those of the
 * pause are left out. A repeat changes nothing. Refuses `subscription_not_running`.
 */
export function resume(state: SubscriptionState, now: number): Change {
  const { subscription } = state;
  if (subscription.status === 'authorized') return unchanged(state);
  if (subscription.status !== 'paused') throw new Refusal('subscription_not_running');
  let { nextIndex } = subscription;
  const isOver = (index: number) => now >= createdBefore(dueDayOf(cycleDay(subscription, index)));
  while (isOver(nextIndex)) nextIndex += 1;
  return withStatus(state, 'subscription.resumed', { status: 'authorized', nextIndex });
}

/**
 * Ends a subscription, and the open cycles that its canceler can still stop. A repeat changes
 * nothing. Refuses `subscription_ended` after another end.
 */
export function cancel(
  state: SubscriptionState,
  { by, reason, now }: { readonly by: Canceler; readonly reason: string; readonly now: number },
): Change {
  const { status } = state.subscription;
  if (status === 'canceled') return unchanged(state);
  if (status !== 'created' && !isRunning(state.subscription)) {
    throw new Refusal('subscription_ended');
  }
  const first = ended(state, { status: 'canceled', reason, endedBy: by, endedAt: now });
  const ofCycle = by === 'merchant' ? 'SLCR' : 'CCLD';
  return first.state.cycles
    .filter((cycle) => isOpen(cycle) && isCancelable(cycle, by, now))
    .reduce((change, cycle) => then(change, cancelCycle(cycle, ofCycle, now)), first);
}

/** The merchant cancels a charge. Refuses `cycle_not_found` if it can't be canceled any more. */
export function cancelOne(state: SubscriptionState, chargeId: string, now: number): Change {
  const cycle = openCycleOf(state, chargeId);
  if (!cycle || !isCancelable(cycle, 'merchant', now)) throw new Refusal('cycle_not_found');
  return then(unchanged(state), cancelCycle(cycle, 'SLCR', now));
}

/** An operator cancels a charge that its bank doesn't end. Refuses `cycle_not_found`. */
export function endCycle(state: SubscriptionState, chargeId: string, now: number): Change {
  const cycle = openCycleOf(state, chargeId);
  if (!cycle) throw new Refusal('cycle_not_found');
  return then(unchanged(state), cancelCycle(cycle, 'OTHR', now));
}

function openCycleOf({ cycles }: SubscriptionState, chargeId: string): Cycle | undefined {
  return cycles.find((cycle) => cycle.chargeId === chargeId && isOpen(cycle));
}

/** Whether a canceler can still stop an open cycle: until the eve of its first attempt. */
export function isCancelable({ dueOn, status }: Cycle, by: Canceler, now: number): boolean {
  return status === 'scheduled' && now < cancelableBefore(dueOn, by);
}

/** Cancels every open cycle, whatever the time: the clock that it lives in is deleted. */
export function dropOpenCycles({ state, events }: Change, now: number): Change {
  return state.cycles
    .filter(isOpen)
    .reduce<Change>((change, cycle) => then(change, cancelCycle(cycle, 'OTHR', now)), {
      state,
      events,
    });
}

/** A cycle that has its charge and waits for its day. */
export interface NewCycle {
  readonly day: string;
  readonly dueOn: string;
  readonly amount: Centavos;
  readonly chargeId: string;
  /** Of the merchant's request for the cycle. */
  readonly attemptId?: string | undefined;
  /** The charge of the same cycle that ended without money. */
  readonly replaced?: Cycle | undefined;
}

/** Schedules a cycle. */
export function schedule(
  state: SubscriptionState,
  { attemptId, replaced, ...created }: NewCycle,
  now: number,
): Change {
  const attempt = newAttempt('scheduled', created.dueOn, attemptId);
  const cycle: Cycle = {
    ...created,
    status: 'scheduled',
    attempts: [attempt],
    reason: null,
    createdAt: now,
    endedAt: null,
    number: (replaced?.number ?? 0) + 1,
    isReplaced: false,
  };
  const before = replaced ? withCycle(state, { ...replaced, isReplaced: true }) : state;
  return then(unchanged(passed(before, created.day)), { kind: 'cycle.scheduled', cycle });
}

/** Records a cycle that got no charge, and why. */
export function failToCreate(
  state: SubscriptionState,
  {
    reason,
    ...cycle
  }: Omit<NewCycle, 'chargeId' | 'attemptId' | 'replaced'> & { readonly reason: string },
  now: number,
): Change {
  const failed: Cycle = {
    ...cycle,
    status: 'failed',
    chargeId: null,
    attempts: [],
    reason,
    createdAt: now,
    endedAt: now,
    number: 1,
    isReplaced: false,
  };
  return then(unchanged(passed(state, cycle.day)), { kind: 'cycle.failed', cycle: failed });
}

/**
 * The open attempt of a cycle was paid; or else the last one, which had failed or was canceled here
 * before its Pix arrived.
 */
export function settle(state: SubscriptionState, cycle: Cycle, now: number): Change {
  const last = cycle.attempts.at(-1);
  const attempts =
    last && !openAttempt(cycle)
      ? cycle.attempts.with(-1, { ...last, status: 'scheduled' })
      : cycle.attempts;
  const paid = closed({ ...cycle, attempts }, { status: 'paid', code: null, endedAt: now });
  return then(unchanged(state), { kind: 'cycle.paid', cycle: paid });
}

/** The payer or a bank canceled an open cycle. */
export function cancelByBank(
  state: SubscriptionState,
  cycle: Cycle,
  { code, now }: { readonly code: string; readonly now: number },
): Change {
  return then(unchanged(state), cancelCycle(cycle, code, now));
}

/** The open attempt of a cycle failed. */
export function fail(
  state: SubscriptionState,
  cycle: Cycle,
  { code, now }: { readonly code: string; readonly now: number },
): Change {
  const failed = closed(cycle, { status: 'failed', code, endedAt: now });
  return then(unchanged(state), { kind: 'cycle.failed', cycle: failed });
}

/** The bank has ended a failed cycle as rejected. It is no event: the cycle had failed before. */
export function failForGood(state: SubscriptionState, cycle: Cycle): SubscriptionState {
  const last = cycle.attempts.at(-1);
  if (cycle.status !== 'failed' || !last || last.isFinal) return state;
  const attempts = cycle.attempts.with(-1, { ...last, isFinal: true });
  return withCycle(state, { ...cycle, attempts });
}

/** The tries of the open attempt that will find no balance. */
export function planNoBalance(
  state: SubscriptionState,
  cycle: Cycle,
  noBalanceIn: NoBalanceTries,
): Change {
  return unchanged(withCycle(state, withOpenAttempt(cycle, { noBalanceIn })));
}

/**
 * The payer's bank tries the open attempt: it pays, finds no balance in the morning, which is no
 * event, or finds none in the evening either.
 */
export function tryAttempt(state: SubscriptionState, cycle: Cycle, now: number): Change {
  const attempt = openAttempt(cycle);
  if (attempt?.noBalanceIn !== undefined && attempt.noBalanceAt === undefined) {
    return unchanged(withCycle(state, withOpenAttempt(cycle, { noBalanceAt: now })));
  }
  if (attempt?.noBalanceIn === 'evening') return fail(state, cycle, { code: NO_BALANCE, now });
  return settle(state, cycle, now);
}

/** Adds a retry to a cycle. */
export function retry(
  state: SubscriptionState,
  cycle: Cycle,
  { on, attemptId }: { readonly on: string; readonly attemptId?: string | undefined },
): Change {
  const attempts = [...cycle.attempts, newAttempt('new_attempt', on, attemptId)];
  const retrying: Cycle = { ...cycle, status: 'retrying', attempts, reason: null, endedAt: null };
  return then(unchanged(state), { kind: 'cycle.retrying', cycle: retrying });
}

/**
 * The bank sends the open attempt again on its day, after a failure with a code. It is no event:
 * the cycle stays open.
 */
export function resend(
  state: SubscriptionState,
  cycle: Cycle,
  { code, now }: { readonly code: string; readonly now: number },
): Change {
  const { on } = openAttempt(cycle) ?? { on: cycle.dueOn };
  const { attempts } = withOpenAttempt(cycle, { status: 'failed', code, endedAt: now });
  const again = newAttempt('resend', on, undefined);
  return unchanged(withCycle(state, { ...cycle, attempts: [...attempts, again] }));
}

function newAttempt(kind: Attempt['kind'], on: string, id: string | undefined): Attempt {
  const attempt = { kind, on, status: 'scheduled', code: null, endedAt: null } as const;
  return id === undefined ? attempt : { id, ...attempt };
}

interface CycleEvent {
  readonly kind: SubscriptionEventKind;
  readonly cycle: Cycle;
}

/** Puts a changed cycle into the state of its subscription, with its event. */
function then({ state, events }: Change, { kind, cycle }: CycleEvent): Change {
  return withEvent(withCycle(state, cycle), events, { kind, cycle });
}

/** Puts a cycle into a state, in the place of an earlier version of it. */
export function withCycle(state: SubscriptionState, cycle: Cycle): SubscriptionState {
  const key = keyOfCycle(cycle);
  const others = state.cycles.filter((other) => keyOfCycle(other) !== key);
  const cycles = [...others, cycle].sort(
    (left, right) => left.day.localeCompare(right.day) || left.number - right.number,
  );
  return { ...state, cycles };
}

function withEvent(
  { subscription, cycles }: SubscriptionState,
  events: readonly SubscriptionEvent[],
  { kind, cycle }: Pick<SubscriptionEvent, 'kind' | 'cycle'>,
): Change {
  const sequence = subscription.eventCount + 1;
  const state = { subscription: { ...subscription, eventCount: sequence }, cycles };
  return { state, events: [...events, { kind, sequence, state, cycle }] };
}

function withStatus(
  state: SubscriptionState,
  kind: SubscriptionEventKind,
  change: Partial<Subscription>,
): Change {
  const subscription = { ...state.subscription, ...change };
  return withEvent({ ...state, subscription }, [], { kind, cycle: null });
}

function ended(
  state: SubscriptionState,
  end: {
    readonly status: Exclude<SubscriptionStatus, 'created' | 'authorized' | 'paused'>;
    readonly reason: string | null;
    readonly endedBy: Ender;
    readonly endedAt: number;
  },
): Change {
  return withStatus(state, `subscription.${end.status}`, { ...end, requestExpiresAt: null });
}

function cancelCycle(cycle: Cycle, reason: string, now: number): CycleEvent {
  const canceled = closed(cycle, { status: 'canceled', code: reason, endedAt: now });
  return { kind: 'cycle.canceled', cycle: canceled };
}

/** The cycle after the end of its open attempt. */
function closed(
  cycle: Cycle,
  end: {
    readonly status: 'paid' | 'failed' | 'canceled';
    readonly code: string | null;
    readonly endedAt: number;
  },
): Cycle {
  const { status, code: reason, endedAt } = end;
  return { ...withOpenAttempt(cycle, end), status, reason, endedAt };
}

function withOpenAttempt(cycle: Cycle, change: Partial<Attempt>): Cycle {
  const attempts = cycle.attempts.map((attempt) =>
    attempt.status === 'scheduled' ? { ...attempt, ...change } : attempt,
  );
  return { ...cycle, attempts };
}

/** Counts the worker's cycle of a day as made. */
function passed({ subscription, cycles }: SubscriptionState, day: string): SubscriptionState {
  const { nextIndex } = subscription;
  const isNext = subscription.cyclesBy === 'gateway' && cycleDay(subscription, nextIndex) === day;
  return isNext
    ? { subscription: { ...subscription, nextIndex: nextIndex + 1 }, cycles }
    : { subscription, cycles };
}

/** A live subscription waits until its bank says that it has ended. */
function refuseUnlessWaiting({ subscription }: SubscriptionState, now: number): void {
  const { environment, status, journey, authorizableBefore, requestExpiresAt } = subscription;
  const until = Math.min(authorizableBefore, requestExpiresAt ?? authorizableBefore);
  const isOver = environment === 'test' && (journey === null || now >= until);
  if (status !== 'created' || isOver) {
    throw new Refusal('subscription_not_authorizable');
  }
}
