import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { readPeriod, selectFailure } from './incoming-payment-period-store.ts';
import {
  type BookedRow,
  countSuspendedUpTo,
  selectBooked,
  selectBookedOfPeriod,
} from './received-day-store.ts';

const SUSPENDED_COUNT_MAX = 1_000;

/** A payment as it was booked here. Instants in milliseconds. */
export interface BookedPayment {
  readonly endToEndId: string;
  readonly amount: Centavos;
  readonly receivedAt: number;
  readonly bookedAt: number;
  /** Whether an operator recorded its return to the payer. */
  readonly isReturned: boolean;
}

/** The booked payments that a bank received in a period; `to` is excluded. */
export async function readBookedOfPeriod(
  database: Queryable,
  { bank, from, to }: { bank: string; from: number; to: number },
): Promise<BookedPayment[]> {
  const period = { bank, from: new Date(from), to: new Date(to) };
  return (await selectBookedOfPeriod(database, period)).map(bookedPayment);
}

/** Reads booked payments by their end-to-end ids; ids that are not booked are missing. */
export async function readBooked(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlyMap<string, BookedPayment>> {
  const rows = await selectBooked(database, endToEndIds);
  return new Map(rows.map((row) => [row.end_to_end_id, bookedPayment(row)]));
}

/**
 * The instant, in milliseconds, before which all payments that the bank received are booked;
 * undefined before the first window.
 */
export async function readBookedUntil(
  database: Queryable,
  bank: string,
): Promise<number | undefined> {
  return (await readPeriod(database, bank))?.complete_until;
}

/**
 * Why the bank's list of received payments could not be read the last time, and how often in a row;
 * undefined after a success.
 */
export function readListFailure(
  database: Queryable,
  bank: string,
): Promise<{ readonly failure: string; readonly count: number } | undefined> {
  return selectFailure(database, bank);
}

/** The instants from which refunds at the bank count (milliseconds); minus infinity for always. */
export interface RefundStart {
  /** Payments that the bank received before this instant are not this gateway's. */
  readonly startedAt: number;
  /** Earlier refunds by the special mechanism are left to an operator. */
  readonly bookedFrom: number;
}

export async function readRefundStart(database: Queryable, bank: string): Promise<RefundStart> {
  const period = await readPeriod(database, bank);
  return {
    startedAt: period?.started_at ?? Number.NEGATIVE_INFINITY,
    bookedFrom: period?.returns_booked_from ?? Number.NEGATIVE_INFINITY,
  };
}

/** How many payments are in suspense; counts up to 1000. */
export function countSuspended(database: Queryable): Promise<number> {
  return countSuspendedUpTo(database, SUSPENDED_COUNT_MAX);
}

function bookedPayment(row: BookedRow): BookedPayment {
  return {
    endToEndId: row.end_to_end_id,
    amount: centavos(row.amount_centavos),
    receivedAt: row.received_at,
    bookedAt: row.booked_at,
    isReturned: row.state === 'returned',
  };
}
