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
  type Story,
  type Subscription,
  type SubscriptionStatus,
} from './subscription.ts';

export const storyEventKinds = [
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
export type StoryEventKind = (typeof storyEventKinds)[number];

/** An event, with the subscription as it was then; `cycle` of events of a cycle. */
export interface StoryEvent {
  readonly kind: StoryEventKind;
  readonly sequence: number;
  readonly story: Story;
  readonly cycle: Cycle | null;
}

/** A changed subscription and the events of the change, in their order. */
export interface Change {
  readonly story: Story;
  readonly events: readonly StoryEvent[];
}

/** A change of nothing. */
export function unchanged(story: Story): Change {
  return { story, events: [] };
}

/** The payer agrees. Refuses `subscription_not_authorizable`. */
export function authorize(story: Story, now: number): Change {
  refuseUnlessWaiting(story, now);
  const { journey, activationTxid } = story.subscription;
  // The standard removes the txid after another journey than the third.
  const isPaidToo = journey === 'code_and_first_payment';
  return withStatus(story, 'subscription.authorized', {
    status: 'authorized',
    authorizedAt: now,
    requestExpiresAt: null,
    activationTxid: isPaidToo ? activationTxid : null,
  });
}

/** The payer or the payer's bank refuses. Refuses `subscription_not_authorizable`. */
export function reject(story: Story, reason: string, now: number): Change {
  refuseUnlessWaiting(story, now);
  return ended(story, { status: 'rejected', reason, endedBy: 'payer', endedAt: now });
}

/** The payer has not answered in time. */
export function expireAuthorization(story: Story, now: number): Change {
  return ended(story, { status: 'expired', reason: null, endedBy: 'gateway', endedAt: now });
}

/** The last day of the subscription is over. */
export function endByTime(story: Story, now: number): Change {
  return ended(story, { status: 'expired', reason: null, endedBy: 'gateway', endedAt: now });
}

/** Makes no new cycles; a repeat changes nothing. Refuses `subscription_not_running`. */
export function pause(story: Story): Change {
  const { status } = story.subscription;
  if (status === 'paused') return unchanged(story);
  if (status !== 'authorized') throw new Refusal('subscription_not_running');
  return withStatus(story, 'subscription.paused', { status: 'paused' });
}

/**
 * Makes cycles again, from the first one that can still be announced to the payer: those of the
 * pause are left out. A repeat changes nothing. Refuses `subscription_not_running`.
 */
export function resume(story: Story, now: number): Change {
  const { subscription } = story;
  if (subscription.status === 'authorized') return unchanged(story);
  if (subscription.status !== 'paused') throw new Refusal('subscription_not_running');
  let { nextIndex } = subscription;
  const isOver = (index: number) => now >= createdBefore(dueDayOf(cycleDay(subscription, index)));
  while (isOver(nextIndex)) nextIndex += 1;
  return withStatus(story, 'subscription.resumed', { status: 'authorized', nextIndex });
}

/**
 * Ends a subscription, and the open cycles that its canceler can still stop. A repeat changes
 * nothing. Refuses `subscription_ended` after another end.
 */
export function cancel(
  story: Story,
  { by, reason, now }: { readonly by: Canceler; readonly reason: string; readonly now: number },
): Change {
  const { status } = story.subscription;
  if (status === 'canceled') return unchanged(story);
  if (status !== 'created' && !isRunning(story.subscription)) {
    throw new Refusal('subscription_ended');
  }
  const first = ended(story, { status: 'canceled', reason, endedBy: by, endedAt: now });
  const ofCycle = by === 'merchant' ? 'SLCR' : 'CCLD';
  return first.story.cycles
    .filter((cycle) => isOpen(cycle) && isCancelable(cycle, by, now))
    .reduce((change, cycle) => then(change, cancelCycle(cycle, ofCycle, now)), first);
}

/** The merchant cancels a charge. Refuses `cycle_not_found` if it can't be canceled any more. */
export function cancelOne(story: Story, chargeId: string, now: number): Change {
  const cycle = openCycleOf(story, chargeId);
  if (!cycle || !isCancelable(cycle, 'merchant', now)) throw new Refusal('cycle_not_found');
  return then(unchanged(story), cancelCycle(cycle, 'SLCR', now));
}

/** An operator cancels a charge that its bank doesn't end. Refuses `cycle_not_found`. */
export function endCycle(story: Story, chargeId: string, now: number): Change {
  const cycle = openCycleOf(story, chargeId);
  if (!cycle) throw new Refusal('cycle_not_found');
  return then(unchanged(story), cancelCycle(cycle, 'OTHR', now));
}

function openCycleOf({ cycles }: Story, chargeId: string): Cycle | undefined {
  return cycles.find((one) => one.chargeId === chargeId && isOpen(one));
}

/** Whether a canceler can still stop an open cycle: until the eve of its first attempt. */
export function isCancelable({ dueOn, status }: Cycle, by: Canceler, now: number): boolean {
  return status === 'scheduled' && now < cancelableBefore(dueOn, by);
}

/** Cancels every open cycle, whatever the time: the clock that it lives in is deleted. */
export function dropOpenCycles({ story, events }: Change, now: number): Change {
  return story.cycles
    .filter(isOpen)
    .reduce<Change>((change, cycle) => then(change, cancelCycle(cycle, 'OTHR', now)), {
      story,
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
  story: Story,
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
  const before = replaced ? withCycle(story, { ...replaced, isReplaced: true }) : story;
  return then(unchanged(passed(before, created.day)), { kind: 'cycle.scheduled', cycle });
}

/** Records a cycle that got no charge, and why. */
export function failToCreate(
  story: Story,
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
  return then(unchanged(passed(story, cycle.day)), { kind: 'cycle.failed', cycle: failed });
}

/**
 * The open attempt of a cycle was paid; or else the last one, which had failed or was canceled here
 * before its Pix arrived.
 */
export function settle(story: Story, cycle: Cycle, now: number): Change {
  const last = cycle.attempts.at(-1);
  const attempts =
    last && !openAttempt(cycle)
      ? cycle.attempts.with(-1, { ...last, status: 'scheduled' })
      : cycle.attempts;
  const paid = closed({ ...cycle, attempts }, { status: 'paid', code: null, endedAt: now });
  return then(unchanged(story), { kind: 'cycle.paid', cycle: paid });
}

/** The payer or a bank canceled an open cycle. */
export function cancelByBank(
  story: Story,
  cycle: Cycle,
  { code, now }: { readonly code: string; readonly now: number },
): Change {
  return then(unchanged(story), cancelCycle(cycle, code, now));
}

/** The open attempt of a cycle failed. */
export function fail(
  story: Story,
  cycle: Cycle,
  { code, now }: { readonly code: string; readonly now: number },
): Change {
  const failed = closed(cycle, { status: 'failed', code, endedAt: now });
  return then(unchanged(story), { kind: 'cycle.failed', cycle: failed });
}

/** The bank has ended a failed cycle as rejected. It is no event: the cycle had failed before. */
export function failForGood(story: Story, cycle: Cycle): Story {
  const last = cycle.attempts.at(-1);
  if (cycle.status !== 'failed' || !last || last.isFinal) return story;
  const attempts = cycle.attempts.with(-1, { ...last, isFinal: true });
  return withCycle(story, { ...cycle, attempts });
}

/** The tries of the open attempt that will find no balance. */
export function planNoBalance(story: Story, cycle: Cycle, noBalanceIn: NoBalanceTries): Change {
  return unchanged(withCycle(story, withOpenAttempt(cycle, { noBalanceIn })));
}

/**
 * The payer's bank tries the open attempt: it pays, finds no balance in the morning, which is no
 * event, or finds none in the evening either.
 */
export function tryAttempt(story: Story, cycle: Cycle, now: number): Change {
  const attempt = openAttempt(cycle);
  if (attempt?.noBalanceIn !== undefined && attempt.noBalanceAt === undefined) {
    return unchanged(withCycle(story, withOpenAttempt(cycle, { noBalanceAt: now })));
  }
  if (attempt?.noBalanceIn === 'evening') return fail(story, cycle, { code: NO_BALANCE, now });
  return settle(story, cycle, now);
}

/** Adds a retry to a cycle. */
export function retry(
  story: Story,
  cycle: Cycle,
  { on, attemptId }: { readonly on: string; readonly attemptId?: string | undefined },
): Change {
  const attempts = [...cycle.attempts, newAttempt('new_attempt', on, attemptId)];
  const retrying: Cycle = { ...cycle, status: 'retrying', attempts, reason: null, endedAt: null };
  return then(unchanged(story), { kind: 'cycle.retrying', cycle: retrying });
}

/**
 * The bank sends the open attempt again on its day, after a failure with a code. It is no event:
 * the cycle stays open.
 */
export function resend(
  story: Story,
  cycle: Cycle,
  { code, now }: { readonly code: string; readonly now: number },
): Change {
  const { on } = openAttempt(cycle) ?? { on: cycle.dueOn };
  const { attempts } = withOpenAttempt(cycle, { status: 'failed', code, endedAt: now });
  const again = newAttempt('resend', on, undefined);
  return unchanged(withCycle(story, { ...cycle, attempts: [...attempts, again] }));
}

function newAttempt(kind: Attempt['kind'], on: string, id: string | undefined): Attempt {
  const attempt = { kind, on, status: 'scheduled', code: null, endedAt: null } as const;
  return id === undefined ? attempt : { id, ...attempt };
}

interface CycleEvent {
  readonly kind: StoryEventKind;
  readonly cycle: Cycle;
}

/** Puts a changed cycle into its story, with its event. */
function then({ story, events }: Change, { kind, cycle }: CycleEvent): Change {
  return withEvent(withCycle(story, cycle), events, { kind, cycle });
}

/** The story with a cycle, in the place of an earlier state of it. */
export function withCycle(story: Story, cycle: Cycle): Story {
  const key = keyOfCycle(cycle);
  const others = story.cycles.filter((one) => keyOfCycle(one) !== key);
  const cycles = [...others, cycle].sort(
    (left, right) => left.day.localeCompare(right.day) || left.number - right.number,
  );
  return { ...story, cycles };
}

function withEvent(
  { subscription, cycles }: Story,
  events: readonly StoryEvent[],
  { kind, cycle }: Pick<StoryEvent, 'kind' | 'cycle'>,
): Change {
  const sequence = subscription.eventCount + 1;
  const story = { subscription: { ...subscription, eventCount: sequence }, cycles };
  return { story, events: [...events, { kind, sequence, story, cycle }] };
}

function withStatus(story: Story, kind: StoryEventKind, change: Partial<Subscription>): Change {
  const subscription = { ...story.subscription, ...change };
  return withEvent({ ...story, subscription }, [], { kind, cycle: null });
}

function ended(
  story: Story,
  end: {
    readonly status: Exclude<SubscriptionStatus, 'created' | 'authorized' | 'paused'>;
    readonly reason: string | null;
    readonly endedBy: Ender;
    readonly endedAt: number;
  },
): Change {
  return withStatus(story, `subscription.${end.status}`, { ...end, requestExpiresAt: null });
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

/** The story after the worker's cycle of a day. */
function passed({ subscription, cycles }: Story, day: string): Story {
  const { nextIndex } = subscription;
  const isNext = subscription.cyclesBy === 'gateway' && cycleDay(subscription, nextIndex) === day;
  return isNext
    ? { subscription: { ...subscription, nextIndex: nextIndex + 1 }, cycles }
    : { subscription, cycles };
}

/** A live subscription waits until its bank says that it has ended. */
function refuseUnlessWaiting({ subscription }: Story, now: number): void {
  const { environment, status, journey, authorizableBefore, requestExpiresAt } = subscription;
  const until = Math.min(authorizableBefore, requestExpiresAt ?? authorizableBefore);
  const isOver = environment === 'test' && (journey === null || now >= until);
  if (status !== 'created' || isOver) {
    throw new Refusal('subscription_not_authorizable');
  }
}
