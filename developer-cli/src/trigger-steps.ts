import { call, type Json } from './call.ts';
import { type Charge, createCharge, payCharge } from './charges.ts';
import type { EventFacts } from './events.ts';
import { Failure } from './failure.ts';
import type { Session } from './session.ts';

const AMOUNT_DEFAULT = 10_000;
const PAYOUT_DEFAULT = 500;
const SHARE_PERCENTAGE = 10;

/** The input of a trigger. */
export interface TriggerInput {
  readonly session: Session;
  /** In centavos. */
  readonly amount: number | undefined;
  /** The merchant that gets the share of `split.*`. */
  readonly recipient: string | undefined;
  /** The test clock in whose time charges live. */
  readonly clockId?: string | undefined;
  /** Tells a person what to do next. */
  readonly note: (text: string) => void;
}

/** The result of a trigger: the resource whose event is expected. */
export interface Triggered {
  readonly resourceId: string;
  /** The event, when the trigger knows it already. */
  readonly event?: EventFacts;
  /** Whether the event is in the feed of another merchant, which the key can't read. */
  readonly isElsewhere?: true;
  /** How many seconds longer than usual the event takes. */
  readonly waitSeconds?: number;
}

/** Throws a Failure for an event that a key can't cause. */
export function impossible(why: string): never {
  throw new Failure('refused', `este evento não pode ser provocado por uma chave: ${why}`);
}

/** Creates a charge, with a share for the recipient if there is one. */
export function newCharge(
  { session, amount = AMOUNT_DEFAULT, recipient, clockId }: TriggerInput,
  expiresIn?: number,
): Promise<Charge> {
  const split =
    recipient === undefined ? [] : [{ username: recipient, percentage: SHARE_PERCENTAGE }];
  return createCharge(session, { amount, expiresIn, split, clockId });
}

/** Creates a charge and pays it. */
export async function paidCharge(input: TriggerInput): Promise<Charge> {
  const charge = await newCharge(input);
  await payCharge(input.session, charge.internal_id);
  return charge;
}

/** Creates a charge, pays it and refunds it; returns its id. */
export async function refundedCharge(input: TriggerInput): Promise<string> {
  const { internal_id: id, amount } = await paidCharge(input);
  await fund(input, amount);
  await call(input.session, 'POST', `/v1/transactions/${id}/refund`, {
    isCreation: true,
    body: {},
  });
  return id;
}

interface Payout extends Json {
  readonly internal_id: string;
  readonly status: string;
}

/** Makes a payout, after a payment when the balance doesn't cover it. */
export async function newPayout(input: TriggerInput, pixKey?: string): Promise<Payout> {
  await fundPayout(input);
  return orderPayout(input, pixKey);
}

/** Pays a charge when the balance doesn't cover a payout with its fee. */
export function fundPayout(input: TriggerInput): Promise<void> {
  return fund(input, (input.amount ?? PAYOUT_DEFAULT) * 2);
}

/** Pays a charge when the balance is less than an amount in centavos. */
async function fund({ clockId: _clock, ...input }: TriggerInput, amount: number): Promise<void> {
  const { available } = await call<{ available: number }>(input.session, 'GET', '/v1/balance');
  if (available < amount) await paidCharge({ ...input, amount: amount + AMOUNT_DEFAULT });
}

/** Makes a payout. */
export function orderPayout(
  { session, amount = PAYOUT_DEFAULT }: TriggerInput,
  pixKey = '+5511987654321',
): Promise<Payout> {
  return call<Payout>(session, 'POST', '/v1/pix/payout', {
    isCreation: true,
    body: {
      amount,
      pix_key: pixKey,
      pix_key_type: pixKey.includes('@') ? 'email' : 'phone',
      beneficiary: { name: 'João Souza', document: '52998224725' },
    },
  });
}
