import type { Queryable } from '#src/ground/database/database.ts';
import { type BookedPayment, countSuspendedUpTo, selectBooked } from './incoming-payment-store.ts';
import { readPeriod, selectFailure } from './incoming-payment-window-store.ts';

const SUSPENDED_COUNT_MAX = 1_000;

/** Reads booked payments by their end-to-end ids; ids that are not booked are missing. */
export async function readBooked(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlyMap<string, BookedPayment>> {
  const booked = await selectBooked(database, { endToEndIds });
  return new Map(booked.map((payment) => [payment.endToEndId, payment]));
}

/**
 * The instant, in milliseconds, before which all payments that the bank received are booked;
 * undefined before the first window.
 */
export async function readBookedUntil(
  database: Queryable,
  bank: string,
): Promise<number | undefined> {
  return (await readPeriod(database, { bank }))?.completeUntil;
}

/**
 * Why the bank's list of received payments could not be read the last time, and how often in a row;
 * undefined after a success.
 */
export function readListFailure(
  database: Queryable,
  bank: string,
): Promise<{ readonly failure: string; readonly count: number } | undefined> {
  return selectFailure(database, { bank });
}

/** The instants from which refunds at the bank count (milliseconds); minus infinity for always. */
export interface RefundStart {
  /** Payments that the bank received before this instant are not this gateway's. */
  readonly startedAt: number;
  /** Earlier refunds by the special mechanism are left to an operator. */
  readonly bookedFrom: number;
}

export async function readRefundStart(database: Queryable, bank: string): Promise<RefundStart> {
  const period = await readPeriod(database, { bank });
  return {
    startedAt: period?.startedAt ?? Number.NEGATIVE_INFINITY,
    bookedFrom: period?.returnsBookedFrom ?? Number.NEGATIVE_INFINITY,
  };
}

/** How many payments are in suspense; counts up to 1000. */
export async function countSuspended(database: Queryable): Promise<number> {
  return (await countSuspendedUpTo(database, { limit: SUSPENDED_COUNT_MAX })).count;
}
