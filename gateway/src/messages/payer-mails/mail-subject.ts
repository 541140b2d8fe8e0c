import type { Charge, Payer } from '#src/charges/charge.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { readStates } from '#src/subscriptions/load-states.ts';
import { readCycleOf } from '#src/subscriptions/read-of-charge.ts';
import type { Cycle, SubscriptionState } from '#src/subscriptions/subscription.ts';
import type { PayerMailKind } from './payer-mail-plan.ts';
import { lockCharge } from './payer-mail-store.ts';

/** A charge that a mail is about. */
export interface ChargeSubject {
  readonly kind: 'charge';
  readonly charge: Charge;
}

/** The charge of a subscription's cycle that a mail is about. */
export interface CycleSubject {
  readonly kind: 'cycle';
  readonly charge: Charge;
  readonly state: SubscriptionState;
  readonly cycle: Cycle;
}

/** A subscription that a mail is about. */
export interface SubscriptionSubject {
  readonly kind: 'subscription';
  readonly state: SubscriptionState;
}

export type MailSubject = ChargeSubject | CycleSubject | SubscriptionSubject;

/** A mail by its subject; `chargeId` is the id of a charge, or of a canceled subscription. */
export interface MailOf extends LedgerScope {
  readonly chargeId: string;
  readonly kind: PayerMailKind;
}

/** The person who gets a mail. */
export function payerOf(subject: MailSubject): Payer {
  return subject.kind === 'subscription' ? subject.state.subscription.payer : subject.charge.payer;
}

/** Reads the charge, cycle or subscription of a mail; undefined if it doesn't exist. */
export async function readSubject(
  database: Queryable,
  { merchantId, environment, chargeId: id, kind }: MailOf,
): Promise<MailSubject | undefined> {
  const key = { merchantId, environment, id };
  if (kind === 'subscription_canceled') {
    const state = (await readStates(database, [key])).get(id);
    return state && { kind: 'subscription', state };
  }
  const [charge] = await readCharges(database, [key]);
  if (!charge) return undefined;
  const found = kind === 'receipt' ? undefined : await readCycleOf(database, charge);
  return found ? { kind: 'cycle', charge, ...found } : { kind: 'charge', charge };
}

/**
 * Reads the subject of a mail, and keeps a charge from being erased until the transaction ends. A
 * subscription needs no lock, which could wait for an erasure that waits for the mail: the mail is
 * locked, so the erasure finds it when it has been written.
 */
export async function lockSubject(tx: Transaction, mail: MailOf): Promise<MailSubject | undefined> {
  const { merchantId, environment, chargeId: id } = mail;
  if (mail.kind !== 'subscription_canceled') await lockCharge(tx, { merchantId, environment, id });
  return readSubject(tx, mail);
}
