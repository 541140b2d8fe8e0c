import type { Settings } from '../settings.ts';
import type { BankState } from '../state/bank-state.ts';
import type { DeviationName } from './deviations.ts';
import type { FaultList } from './faults.ts';
import { recurringWorkOf } from './recurring/recurring-records.ts';

/** The dependencies of every operation of the bank. */
export interface Bank {
  readonly settings: Settings;
  readonly state: BankState;
  readonly faults: FaultList;
  /** How the bank differs from the document now. */
  readonly deviations: Set<DeviationName>;
  readonly agenda: Agenda;
  /** Orders held by the fault `queued`; a restart loses them. */
  readonly queue: Map<string, () => void>;
  /** Fields that answers show of a record instead of its own, by its id; the record stays. */
  readonly altered: Map<string, AlteredFields>;
  /** Host and port from which payers read payloads; undefined when nothing can be read. */
  locationHost: string | undefined;
}

/** Fields of a payment, refund, payout or dispute as the API writes them. */
export type AlteredFields = Readonly<Record<string, unknown>>;

/** Ids of the records with pending work, so that no timer reads all records. */
export interface Agenda {
  readonly callbacks: Set<string>;
  readonly payouts: Set<string>;
  /** End-to-end ids of payments with a refund EM_PROCESSAMENTO. */
  readonly refunds: Set<string>;
  /** Ids of lots with an item EM_PROCESSAMENTO. */
  readonly lots: Set<string>;
  /** When something happens next to a recurrence, a solicitation or a recurring charge. */
  readonly recurring: Map<string, number>;
}

/** Builds the agenda from the saved state: all records with pending work. */
export function openAgenda(state: BankState): Agenda {
  const callbacks = state.callbacks.values().filter(({ status }) => status === 'waiting');
  const payouts = state.payouts
    .values()
    .filter((payout) => payout.status === 'EM_PROCESSAMENTO' || payout.expectedReturns.length > 0);
  const payments = state.payments
    .values()
    .filter(({ refunds }) => refunds.some(({ status }) => status === 'EM_PROCESSAMENTO'));
  const lots = state.lots
    .values()
    .filter(({ items }) => items.some(({ status }) => status === 'EM_PROCESSAMENTO'));
  return {
    recurring: recurringWorkOf(state),
    lots: new Set(lots.map(({ id }) => id)),
    callbacks: new Set(callbacks.map(({ id }) => id)),
    payouts: new Set(payouts.map(({ id }) => id)),
    refunds: new Set(payments.map(({ endToEndId }) => endToEndId)),
  };
}

/** Now, in milliseconds since 1970. */
export function now(bank: Bank): number {
  return bank.settings.clock.now();
}
