import type { BankEnding, BankRecurrence } from '#src/bank/recurring-bank.ts';
import {
  authorize,
  type Change,
  cancel,
  endByTime,
  expireAuthorization,
  reject,
  unchanged,
} from '../../change-subscription.ts';
import { endingStep } from '../../next-step.ts';
import { closeRequest } from '../../recurrences/change-recurrence.ts';
import type { RequestStatus } from '../../recurrences/recurrence.ts';
import { isOpen, isRunning, journeys, type SubscriptionState } from '../../subscription.ts';

/** A refusal or cancellation for which the bank gives no reason. */
const NO_REASON = 'OTHR';

/** Why the gateway has asked the bank to end a recurrence. */
export interface AskedToEnd {
  /** Because its time is over here, and not because its merchant has canceled it. */
  readonly byTime: boolean;
}

/**
 * The change by which a live subscription follows its recurrence at the bank. A late or repeated
 * reading changes nothing.
 */
export function followBank(
  state: SubscriptionState,
  { status, ending, journey }: Pick<BankRecurrence, 'status' | 'ending' | 'journey'>,
  { byTime, now }: AskedToEnd & { readonly now: number },
): Change {
  const { subscription } = state;
  const isWaiting = subscription.status === 'created';
  if (!isWaiting && !isRunning(subscription)) return unchanged(state);
  switch (status) {
    case 'created':
      return unchanged(state);
    case 'approved':
      return isWaiting ? authorize(byJourney(state, journey), now) : unchanged(state);
    case 'rejected':
      return isWaiting
        ? reject(state, ending?.code ?? NO_REASON, now)
        : canceledAtBank(state, ending, now);
    case 'expired':
      return expired(state, now);
    case 'canceled':
      return byTime ? expired(state, now) : canceledAtBank(state, ending, now);
  }
}

/** A merchant of the Central Bank's API shows several codes: the bank says which one was used. */
function byJourney(
  state: SubscriptionState,
  journey: BankRecurrence['journey'],
): SubscriptionState {
  const { subscription } = state;
  if (journey === null || subscription.cyclesBy === 'gateway') return state;
  return { ...state, subscription: { ...subscription, journey: journeys[journey - 1] ?? null } };
}

/** The end of an open request to the payer's bank, with the state that the bank says. */
export interface EndOfRequest {
  readonly change: Change;
  readonly status: Exclude<RequestStatus, 'open'>;
}

/**
 * How the open request of a subscription that still waits has ended at the bank; undefined if it
 * hasn't. One that the payer has accepted ends with the authorization.
 */
export function followRequest(
  state: SubscriptionState,
  { status, authorizations }: Pick<BankRecurrence, 'status' | 'authorizations'>,
  requestId: string | undefined,
): EndOfRequest | undefined {
  if (state.subscription.status !== 'created' || status !== 'created') return undefined;
  const seen = authorizations.find(({ id }) => id === requestId)?.status;
  if (seen === undefined || seen === 'open' || seen === 'accepted') return undefined;
  return { change: closeRequest(state), status: seen };
}

/** Whether the time of a subscription is over, so that its recurrence is to end at the bank. */
export function isOver(state: SubscriptionState, now: number): boolean {
  const { status, authorizableBefore } = state.subscription;
  if (status === 'created') return authorizableBefore <= now;
  const step = endingStep(state);
  return step !== undefined && step.at <= now;
}

/** A running subscription waits for its open cycles: they can still be paid. */
function expired(state: SubscriptionState, now: number): Change {
  if (state.subscription.status === 'created') return expireAuthorization(state, now);
  return state.cycles.some(isOpen) ? unchanged(state) : endByTime(state, now);
}

function canceledAtBank(state: SubscriptionState, ending: BankEnding | null, now: number): Change {
  const isOurs = ending?.by === 'receiver' || ending?.by === 'receiver_bank';
  const reason = ending?.code ?? NO_REASON;
  return cancel(state, { by: isOurs ? 'merchant' : 'payer', reason, now });
}
