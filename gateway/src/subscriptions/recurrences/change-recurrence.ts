import { bankFor } from '#src/bank/choose-bank.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { journeyOfCode } from '#src/ground/pix/automatic/code-journey.ts';
import { locationOfCode, recurrenceLocationOfCode } from '#src/ground/pix/location-of-code.ts';
import type { Change, ChangedState } from '../change-subscription.ts';
import { answerableBefore, authorizableBefore, refusedDays } from '../first-days.ts';
import {
  isRunning,
  type Journey,
  type Subscription,
  type SubscriptionState,
} from '../subscription.ts';
import type {
  AuthorizationRequest,
  ChargeOfCode,
  CodeNames,
  RecurrenceLocation,
} from './recurrence.ts';

/** The names of the fields of days in the Central Bank's document. */
export const STANDARD_DAYS = { first: 'calendario.dataInicial', last: 'calendario.dataFinal' };

const REQUEST_END = 'calendario.dataExpiracaoSolicitacao';

/** The changes of a request of the Central Bank's API; other fields stay. */
export interface Revision {
  readonly payerName: string | undefined;
  readonly firstDueOn: string | undefined;
  readonly location: Pick<RecurrenceLocation, 'id' | 'url'> | undefined;
  readonly activationTxid: string | undefined;
  /** The code after a change of the location or the txid; undefined if it stays. */
  readonly code: NewCode | undefined;
}

export type NewCode =
  | {
      readonly kind: 'composed';
      /** The charge of the txid; undefined if there is none yet. */
      readonly charge: ChargeOfCode | undefined;
      readonly names: CodeNames;
    }
  /** By the bank of a live subscription. */
  | { readonly kind: 'written'; readonly code: string | null; readonly chargeId: string | null };

/**
 * Changes the terms of a subscription. Refuses `subscription_ended`, `invalid_request` for a day,
 * and `subscription_not_authorizable` for a location or a first day after the authorization.
 */
export function revise(
  { subscription, cycles }: SubscriptionState,
  revision: Revision,
  now: number,
): Change {
  const { status } = subscription;
  if (status !== 'created' && !isRunning(subscription)) throw new Refusal('subscription_ended');
  const { payerName, firstDueOn, location, activationTxid = null } = revision;
  const isOfCreated = location !== undefined || firstDueOn !== undefined;
  if (status !== 'created' && isOfCreated) throw new Refusal('subscription_not_authorizable');
  const named: Subscription = {
    ...subscription,
    ...(payerName !== undefined && { payer: { ...subscription.payer, name: payerName } }),
  };
  if (status !== 'created') {
    const isPaidToo = subscription.journey === 'code_and_first_payment';
    const txid = (isPaidToo ? activationTxid : null) ?? subscription.activationTxid;
    return silent({ subscription: { ...named, activationTxid: txid }, cycles });
  }
  const moved = firstDueOn === undefined ? named : movedTo(named, firstDueOn, now);
  const txid = activationTxid ?? subscription.activationTxid;
  const placed = withCode({ ...moved, activationTxid: txid }, revision);
  return silent({ subscription: { ...placed, journey: journeyOf(placed) }, cycles });
}

/** The subscription after its location was taken away. */
export function withoutLocation({ subscription, cycles }: SubscriptionState): Change {
  const free = { ...subscription, code: null };
  const journey = subscription.status === 'created' ? journeyOf(free) : subscription.journey;
  return silent({ subscription: { ...free, journey }, cycles });
}

/** The subscription as the code shows it that a merchant has read with a charge. */
export function showWithCharge(
  { subscription, cycles }: SubscriptionState,
  { charge, names }: { readonly charge: ChargeOfCode; readonly names: CodeNames },
): Change {
  const url = recurrenceLocationOfCode(subscription.code ?? '');
  if (subscription.status !== 'created' || url === undefined) {
    return { state: { subscription, cycles }, events: [] };
  }
  const code = codeOf(subscription.environment, { url, charge, names });
  const shown = { ...subscription, code, firstChargeId: charge.id };
  return silent({ subscription: { ...shown, journey: journeyOf(shown) }, cycles });
}

/**
 * A request was sent to the payer's bank. Refuses `subscription_not_authorizable`, and
 * `invalid_request` for one that has expired.
 */
export function openRequest(
  { subscription, cycles }: SubscriptionState,
  { account, expiresAt }: Pick<AuthorizationRequest, 'account' | 'expiresAt'>,
  now: number,
): Change {
  const { status, requestExpiresAt } = subscription;
  if (expiresAt <= now) {
    const message = fieldText((texts) => texts.futureInstant);
    throw new Refusal('invalid_request', { fields: [{ field: REQUEST_END, message }] });
  }
  const hasOpen = requestExpiresAt !== null && now < requestExpiresAt;
  if (status !== 'created' || hasOpen) throw new Refusal('subscription_not_authorizable');
  const asked = { ...subscription, payerAccount: account, requestExpiresAt: expiresAt };
  return silent({ subscription: { ...asked, journey: journeyOf(asked) }, cycles });
}

/** The open request was withdrawn, or has expired: the payer can still use a code. */
export function closeRequest({ subscription, cycles }: SubscriptionState): Change {
  const closed = { ...subscription, requestExpiresAt: null };
  return silent({ subscription: { ...closed, journey: journeyOf(closed) }, cycles });
}

/** How a change has ended the open request of a subscription; nothing if it hasn't. */
export function endOfRequest(
  { before, after }: Pick<ChangedState, 'before' | 'after'>,
  now: number,
): Pick<AuthorizationRequest, 'subscription' | 'status'>[] {
  const { requestExpiresAt } = before.subscription;
  const { subscription } = after;
  if (requestExpiresAt === null || subscription.requestExpiresAt === requestExpiresAt) return [];
  if (subscription.status === 'authorized') return [{ subscription, status: 'accepted' }];
  if (subscription.status === 'rejected') return [{ subscription, status: 'rejected' }];
  return [{ subscription, status: now >= requestExpiresAt ? 'expired' : 'canceled' }];
}

/** The code of a location, alone or with a charge. */
export function codeOf(
  environment: Environment,
  {
    url: recurrenceLocation,
    charge,
    names,
  }: {
    readonly url: string;
    readonly charge: ChargeOfCode | undefined;
    readonly names: CodeNames;
  },
): string {
  const bank = bankFor(environment);
  return charge
    ? bank.registerCharge({ ...charge, ...names, recurrenceLocation })
    : bank.registerRecurrence({ ...names, recurrenceLocation });
}

/** How the payer of a subscription can authorize now: by a request, or by what the code shows. */
export function journeyOf({
  code,
  requestExpiresAt,
  activationTxid,
}: Pick<Subscription, 'code' | 'requestExpiresAt' | 'activationTxid'>): Journey | null {
  if (requestExpiresAt !== null) return 'bank_push';
  if (code === null) return null;
  const chargeLocation = locationOfCode(code);
  if (chargeLocation === undefined && activationTxid !== null) return 'code_and_first_payment';
  return journeyOfCode({ chargeLocation, hasKey: false });
}

/** A subscription keeps the rules of the door that made it, which its end of waiting shows. */
function movedTo(subscription: Subscription, firstDueOn: string, now: number): Subscription {
  const moved = { ...subscription, firstDueOn };
  const { createdAt, firstDueOn: before } = subscription;
  const isAnnounced = subscription.authorizableBefore === authorizableBefore(before);
  const since = isAnnounced ? null : createdAt;
  const refusal = refusedDays(moved, now, { since, fields: STANDARD_DAYS });
  if (refusal) throw refusal;
  return {
    ...moved,
    authorizableBefore: isAnnounced ? authorizableBefore(firstDueOn) : answerableBefore(moved),
  };
}

function withCode(
  subscription: Subscription,
  { location, activationTxid, code: shown }: Revision,
): Subscription {
  const isSame = location === undefined && activationTxid === undefined;
  if (isSame || !shown) return subscription;
  if (shown.kind === 'written') {
    return { ...subscription, code: shown.code, firstChargeId: shown.chargeId };
  }
  const { charge, names } = shown;
  const url = location?.url ?? recurrenceLocationOfCode(subscription.code ?? '');
  if (url === undefined) return subscription;
  const code = codeOf(subscription.environment, { url, charge, names });
  return { ...subscription, code, firstChargeId: charge?.id ?? null };
}

/** A change that no event tells. */
function silent(state: SubscriptionState): Change {
  return { state, events: [] };
}
