import { unavailable } from '#src/charges/live/bank-answer.ts';
import { findByTxid } from '#src/charges/txids/find-by-txid.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Change, unchanged } from '../change-subscription.ts';
import type { PayerAccount, SubscriptionKey, SubscriptionState } from '../subscription.ts';
import {
  closeRequest,
  openRequest,
  type Revision,
  revise,
  showWithCharge,
  withoutLocation,
} from './change-recurrence.ts';
import { claimLocationRow, lockLocation, releaseLocationOf } from './location-store.ts';
import type { ChargeOfCode, CodeNames } from './recurrence.ts';
import { countRequests, insertRequests, selectRequest } from './request-store.ts';

const CHANGED_RETRY_SECONDS = 1;
/** The requests of a subscription, which are shown with it. */
export const REQUESTS_MAX = 50;

/** The transaction of an act, and its time. */
interface ActingOn {
  readonly tx: Transaction;
  readonly now: number;
}

/** Acts of a merchant on a subscription by the Central Bank's API. */
export type RecurrenceAct =
  | { readonly kind: 'revise'; readonly revision: Revision }
  | { readonly kind: 'free_location'; readonly locationId: number }
  | {
      readonly kind: 'open_request';
      readonly id: string;
      readonly payerDocument: string;
      readonly account: PayerAccount;
      readonly expiresAt: number;
    }
  | { readonly kind: 'withdraw_request'; readonly id: string }
  | { readonly kind: 'show'; readonly charge: ChargeOfCode; readonly names: CodeNames };

/**
 * Does an act of the Central Bank's API. Refuses what `change-recurrence.ts` refuses, and
 * `provider_unavailable` if another request has changed a location meanwhile.
 */
export async function actOnRecurrence(
  acting: ActingOn,
  state: SubscriptionState,
  act: RecurrenceAct,
): Promise<Change> {
  const change = await planAct(acting, state, act);
  const { subscription } = state;
  if (act.kind === 'revise' && act.revision.location) {
    claimLocationRow(acting.tx, subscription, act.revision.location.id);
  }
  const isFreed = act.kind === 'free_location' && change.state !== state;
  if (isFreed) releaseLocationOf(acting.tx, subscription);
  return change;
}

/** The change of an act, which is not done yet; its location is locked. Refuses as the act does. */
export async function planAct(
  { tx, now }: ActingOn,
  state: SubscriptionState,
  act: RecurrenceAct,
): Promise<Change> {
  const { subscription } = state;
  switch (act.kind) {
    case 'revise': {
      const change = revise(state, act.revision, now);
      const { location } = act.revision;
      if (location) await lockUsable(tx, subscription, location.id);
      return change;
    }
    case 'free_location':
      return releaseLocation(tx, state, act.locationId);
    case 'open_request': {
      const change = openRequest(state, act, now);
      if ((await countRequests(tx, subscription)) >= REQUESTS_MAX) {
        throw new Refusal('subscription_not_authorizable');
      }
      return change;
    }
    case 'withdraw_request': {
      const { merchantId, environment } = subscription;
      const request = await selectRequest(tx, { merchantId, environment, id: act.id });
      const isOpen = request?.status === 'open' && now < request.expiresAt;
      if (!isOpen) throw new Refusal('subscription_not_authorizable');
      return closeRequest(state);
    }
    case 'show':
      return showWithCharge(state, act);
  }
}

/** Stores the request that an act has opened, after the end of an earlier one. */
export function storeRequest(
  { tx, now }: ActingOn,
  subscription: SubscriptionKey,
  act: { readonly kind: string } | RecurrenceAct,
): void {
  if (act.kind !== 'open_request' || !('payerDocument' in act)) return;
  const { id, payerDocument, account, expiresAt } = act;
  insertRequests(tx, [{ subscription, id, payerDocument, account, expiresAt, createdAt: now }]);
}

/** Takes a location that is free, or already that of the subscription. Refuses as an act does. */
export async function claimLocation(
  tx: Transaction,
  subscription: SubscriptionKey,
  id: number,
): Promise<void> {
  await lockUsable(tx, subscription, id);
  claimLocationRow(tx, subscription, id);
}

async function lockUsable(tx: Transaction, subscription: SubscriptionKey, id: number) {
  const { merchantId, environment } = subscription;
  const location = await lockLocation(tx, { merchantId, environment, id });
  const owner = location?.subscriptionId;
  const isUsable = owner === null || owner === subscription.id;
  if (!isUsable) throw unavailable(CHANGED_RETRY_SECONDS);
}

/**
 * The subscription with the immediate charge of its txid, which may be younger than its code.
 * Refuses `subscription_not_authorizable` if there is none.
 */
export async function withFirstCharge(
  tx: Transaction,
  state: SubscriptionState,
): Promise<SubscriptionState> {
  const { subscription } = state;
  const { merchantId, environment, journey, activationTxid: txid } = subscription;
  if (txid === null || journey !== 'code_and_first_payment') return state;
  const found = await findByTxid(tx, { merchantId, environment, txid });
  if (found === undefined || found === 'creating' || found.charge.due) {
    throw new Refusal('subscription_not_authorizable');
  }
  return { ...state, subscription: { ...subscription, firstChargeId: found.charge.id } };
}

async function releaseLocation(
  tx: Transaction,
  state: SubscriptionState,
  id: number,
): Promise<Change> {
  const { subscription } = state;
  const { merchantId, environment } = subscription;
  const location = await lockLocation(tx, { merchantId, environment, id });
  if (location?.subscriptionId !== subscription.id) return unchanged(state);
  return withoutLocation(state);
}
