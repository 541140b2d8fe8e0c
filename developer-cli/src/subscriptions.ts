import { brazilianToday, daysAfter } from './brazilian-day.ts';
import { call, type Json } from './call.ts';
import { refuseLiveKey, type Share } from './charges.ts';
import type { Session } from './session.ts';

/** The names that the API takes, which the options of a command take too. */
export const INTERVALS = ['weekly', 'monthly', 'quarterly', 'semiannual', 'annual'] as const;
export const JOURNEYS = ['bank_push', 'code', 'code_and_first_payment', 'offer'] as const;

const FIRST_DUE_DAYS = 7;
/** The time of a due date after the payer's bank has paid, at 6:00 in Brasília. */
export const AFTER_PAYMENT = 'T12:00:00.000Z';

/** A subscription as the gateway shows it. Amounts are in centavos. */
export interface Subscription extends Json {
  readonly internal_id: string;
  readonly status: string;
  readonly reason: Reason | null;
  readonly authorization: { readonly code: string | null; readonly expires_at: string };
  readonly next_cycle: { readonly due_on: string; readonly amount: number } | null;
}

/** The charge of a cycle as the gateway shows it. */
export interface Cycle extends Json {
  readonly due_on: string;
  readonly amount: number;
  readonly status: string;
  readonly reason: Reason | null;
}

interface Reason {
  readonly code: string;
  readonly message: string;
  readonly remedy: string | null;
}

/** The account at which the payer's bank asks the payer; only of journey bank_push. */
export interface PayerAccount {
  readonly ispb: string;
  readonly branch?: string;
  readonly number: string;
}

/** The terms of a new subscription. Days are as `2027-01-15`. */
export interface NewSubscription {
  readonly amount: number;
  /** Whether the amount is the smallest one of a variable subscription. */
  readonly isVariable: boolean;
  readonly payer: {
    readonly name: string;
    readonly document: string;
    readonly email?: string;
    readonly account?: PayerAccount;
  };
  readonly description: string;
  readonly reference: string;
  readonly interval: string;
  readonly journey: string;
  readonly firstDueOn?: string | undefined;
  readonly endsOn?: string | undefined;
  readonly firstPayment?: number | undefined;
  readonly splits?: readonly Share[] | undefined;
  /** A test clock in whose time the subscription lives. */
  readonly clockId?: string | undefined;
}

const PATH = '/v1/subscriptions';

/** Creates a subscription of the test environment. Throws a Failure, also for live keys. */
export function createSubscription(
  session: Session,
  options: NewSubscription,
): Promise<Subscription> {
  refuseLiveKey(session, 'criar uma assinatura');
  const { amount, isVariable, firstDueOn, endsOn, firstPayment, ...more } = options;
  const { splits = [], clockId, ...same } = more;
  return call<Subscription>(session, 'POST', PATH, {
    isCreation: true,
    body: {
      ...same,
      ...(isVariable ? { min_amount: amount } : { amount }),
      first_due_on: firstDueOn ?? daysAfter(brazilianToday(), FIRST_DUE_DAYS),
      retries: 'three_in_seven_days',
      ...(endsOn !== undefined && { ends_on: endsOn }),
      ...(firstPayment !== undefined && { first_payment: { amount: firstPayment } }),
      ...(splits.length > 0 && { splits }),
      ...(clockId !== undefined && { clock_id: clockId }),
    },
  });
}

export function readSubscription(session: Session, id: string): Promise<Subscription> {
  return call(session, 'GET', `${PATH}/${id}`);
}

/** The first charge of a subscription; undefined before it is scheduled. */
export async function firstCycle(session: Session, id: string): Promise<Cycle | undefined> {
  const path = `${PATH}/${id}/cycles?limit=100`;
  const { data } = await call<{ data: readonly Cycle[] }>(session, 'GET', path);
  return data.at(-1);
}

/** The payer of the test environment agrees. */
export function authorizeSubscription(session: Session, id: string): Promise<Subscription> {
  return call(session, 'POST', `/v1/test/subscriptions/${id}/authorize`);
}
