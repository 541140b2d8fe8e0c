import { type Centavos, centavos } from '#src/money/centavos.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { readPeriod } from './incoming-payment-period-store.ts';
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
  /** Whether an operator noted that it went back to who paid. */
  readonly isReturned: boolean;
}

/** What is booked of a bank by when the bank received it; `to` is excluded. */
export async function readBookedOfPeriod(
  database: Queryable,
  { bank, from, to }: { bank: string; from: number; to: number },
): Promise<BookedPayment[]> {
  const period = { bank, from: new Date(from), to: new Date(to) };
  return (await selectBookedOfPeriod(database, period)).map(bookedPayment);
}

/** What is booked of payments, by their end-to-end ids. */
export async function readBooked(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlyMap<string, BookedPayment>> {
  const rows = await selectBooked(database, endToEndIds);
  return new Map(rows.map((row) => [row.end_to_end_id, bookedPayment(row)]));
}

/** Up to when everything that the bank received is booked; undefined before the first time. */
export async function readBookedUntil(
  database: Queryable,
  bank: string,
): Promise<number | undefined> {
  return (await readPeriod(database, bank))?.complete_until;
}

/** From when on what the bank received is this gateway's; undefined before the first look. */
export async function readStartedAt(
  database: Queryable,
  bank: string,
): Promise<number | undefined> {
  return (await readPeriod(database, bank))?.started_at ?? undefined;
}

/** How many payments wait for an operator to say whose they are; counts to a thousand. */
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
