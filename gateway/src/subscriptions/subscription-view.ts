import type { Static } from 'typebox';
import { isoTime } from '#src/ground/clock.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { Owner } from '#src/ground/http/operation.ts';
import { centavosToJson, centavosToJsonOrNull } from '#src/ground/money/centavos.ts';
import { cycleDay, dueDayOf } from './cycle-days.ts';
import { hasNextCycle } from './next-step.ts';
import { kindOfCycle, kindOfEnd, reasonView } from './reason-view.ts';
import {
  type Attempt,
  CREATED,
  type Cycle,
  isOpen,
  openAttempt,
  type SubscriptionState,
} from './subscription.ts';
import type { CycleAnswer, SubscriptionAnswer } from './subscription-schemas.ts';

const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at));

/** Where the payer opens the page of a subscription. */
export function pageOfSubscription(id: string): string {
  return `/assinar/${id}`;
}

/** The language of a view: the panel's language for members, the default for programs. */
export function languageFor({ byHand }: Owner, language: Language): Language | undefined {
  return byHand && language;
}

/** A subscription as the API and its events show it; the panel names its reader's language. */
export function subscriptionView(
  state: SubscriptionState,
  language: Language = 'pt-BR',
): Static<typeof SubscriptionAnswer> {
  const { subscription } = state;
  const { id, code, endedBy } = subscription;
  return {
    internal_id: id,
    reference: subscription.reference,
    status: subscription.status,
    reason: reasonView(kindOfEnd(subscription.status), subscription.reason, language),
    ended_by: endedBy,
    payer: subscription.payer,
    description: subscription.description,
    amount: centavosToJsonOrNull(subscription.amount),
    min_amount: centavosToJsonOrNull(subscription.minAmount),
    interval: subscription.interval,
    first_due_on: subscription.firstDueOn,
    ends_on: subscription.endsOn,
    retries: subscription.retries,
    journey: subscription.journey,
    splits: subscription.split as Static<typeof SubscriptionAnswer>['splits'],
    metadata: subscription.metadata,
    authorization: {
      code,
      qr_image_url: code === null ? null : `/v1/subscriptions/${id}/image`,
      page_url: pageOfSubscription(id),
      expires_at: isoTime(subscription.authorizableBefore),
    },
    first_transaction_id: subscription.firstChargeId,
    payment_link_id: subscription.paymentLinkId,
    next_cycle: nextCycleView(state),
    created_at: isoTime(subscription.createdAt),
    authorized_at: isoTimeOrNull(subscription.authorizedAt),
    ended_at: isoTimeOrNull(subscription.endedAt),
  };
}

/** A cycle as the API and its events show it; the panel names its reader's language. */
export function cycleView(
  { id, reference }: SubscriptionState['subscription'],
  cycle: Cycle,
  language: Language = 'pt-BR',
): Static<typeof CycleAnswer> {
  return {
    subscription_id: id,
    reference,
    starts_on: cycle.day,
    due_on: cycle.dueOn,
    amount: centavosToJson(cycle.amount),
    status: cycle.status,
    reason: reasonView(kindOfCycle(cycle.status), cycle.reason, language),
    transaction_id: cycle.chargeId,
    attempts: cycle.attempts.map((attempt) => attemptView(attempt, language)),
    created_at: isoTime(cycle.createdAt),
    ended_at: isoTimeOrNull(cycle.endedAt),
  };
}

/** The JSON of a subscription's creation, also when it has changed since. */
export function creationAnswer({ subscription }: Pick<SubscriptionState, 'subscription'>): string {
  const created: SubscriptionState = {
    subscription: {
      ...subscription,
      ...CREATED,
    },
    cycles: [],
  };
  return JSON.stringify(subscriptionView(created));
}

/** The JSON of a cycle as it was when an attempt was made, also when it has changed since. */
export function attemptAnswer(
  subscription: SubscriptionState['subscription'],
  cycle: Cycle,
  attemptId: string,
): string {
  const index = cycle.attempts.findIndex(({ id }) => id === attemptId);
  const attempt = cycle.attempts[index];
  if (!attempt) throw new Error('a cycle has no such attempt');
  const { kind, on } = attempt;
  const made: Attempt = { kind, on, status: 'scheduled', code: null, endedAt: null };
  const then: Cycle = {
    ...cycle,
    status: index === 0 ? 'scheduled' : 'retrying',
    reason: null,
    endedAt: null,
    attempts: [...cycle.attempts.slice(0, index), made],
  };
  return JSON.stringify(cycleView(subscription, then));
}

function attemptView(
  { kind, on, status, code, noBalanceAt, endedAt }: Attempt,
  language: Language,
) {
  const reason = reasonView(kindOfCycle(status), code, language);
  const noBalance = isoTimeOrNull(noBalanceAt ?? null);
  return {
    kind,
    on,
    status,
    reason,
    no_balance_at: noBalance,
    ended_at: isoTimeOrNull(endedAt),
  };
}

/** The next payment: of the first open cycle, or of the cycle that the gateway will create. */
export function nextCycleView({ subscription, cycles }: SubscriptionState) {
  const open = cycles.filter(isOpen);
  const [first] = open
    .map((cycle) => ({ cycle, on: openAttempt(cycle)?.on ?? cycle.dueOn }))
    .sort((left, right) => (left.on < right.on ? -1 : 1));
  if (first) {
    const { amount, status } = first.cycle;
    return { due_on: first.on, amount: centavosToJson(amount), status };
  }
  const { status, amount, nextIndex } = subscription;
  const isPlanned = status === 'created' || status === 'authorized';
  if (!isPlanned || amount === null || !hasNextCycle(subscription)) return null;
  const due_on = dueDayOf(cycleDay(subscription, nextIndex));
  return { due_on, amount: centavosToJson(amount), status: 'planned' as const };
}
