import type { BankRecurrence } from '#src/bank/recurring-bank.ts';
import type { ChargeDraft } from '#src/charges/live/charge-draft.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { SubscriptionKey } from '../../subscription.ts';
import type { RequestedChange } from './requested-change.ts';

/** The state of a recurrence as the bank says it. */
export type BankStatus = BankRecurrence['status'];

/** The values for the attempts to make a recurrence, until the bank has made it. */
export interface RecurrenceDraft {
  readonly idempotencyKey: string | null;
  /** The charge of two journeys, which the bank registers before the recurrence. */
  readonly charge: ChargeDraft | null;
  /** The bank has refused: all that attempts have left there is removed, and nothing made again. */
  readonly isRefused?: true;
  /** Of the Central Bank's API: what the recurrence begins with. */
  readonly standard?: StandardStart;
}

/** The first values of a recurrence of the Central Bank's API. */
export interface StandardStart {
  /** The bank's id of the location; null for a recurrence that has none yet. */
  readonly locationId: number | null;
  /** The immediate charge that the payer pays with the authorization; the merchant made it. */
  readonly chargeId: string | null;
}

/** A live subscription at the bank. Instants in milliseconds since 1970. */
export interface Recurrence extends SubscriptionKey {
  /** Unique at the bank: its list finds the recurrence by it. */
  readonly contract: string;
  readonly wanted: 'exists' | 'ended';
  /** The bank's last answer; null until the recurrence is made. */
  readonly status: BankStatus | null;
  /** The start of the first attempt to make it. */
  readonly calledAt: number;
  /** Null when the recurrence is made. */
  readonly draft: RecurrenceDraft | null;
  /** The request to the payer at the payer's bank. */
  readonly solicitationId: string | null;
  /** The change that the bank is asked for; null for none. */
  readonly change: RequestedChange | null;
  /** When the bank is asked next; of a leased row the end of the lease. */
  readonly leasedUntil: number | null;
}

/** The contract of a subscription at the bank: 32 characters, which payers see. */
export function contractOf({ id }: Pick<SubscriptionKey, 'id'>): string {
  return txidFromId(id);
}

/** Whether a recurrence can't be authorized or charged any more. */
export function hasEnded(status: BankStatus | null): boolean {
  return status === 'rejected' || status === 'expired' || status === 'canceled';
}

/** Of two readings the later one: a slow answer doesn't replace a newer one. */
export function laterStatus(known: BankStatus | null, seen: BankStatus): BankStatus {
  if (known === null || known === 'created') return seen;
  if (known === 'approved') return seen === 'created' ? known : seen;
  return known;
}
