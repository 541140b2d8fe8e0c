import type { Queryable } from '#src/ground/database/database.ts';
import { HOME } from '#src/ground/database/statement-place.ts';
import type { IncomingPaymentState } from './incoming-payment.ts';

const OF_PERIOD = {
  name: 'incoming_payments_of_period',
  place: HOME,
  text: `select end_to_end_id, amount_centavos, received_at, booked_at, state from incoming_payments
    where bank = $1 and received_at >= $2 and received_at < $3`,
};
const BY_IDS = {
  name: 'incoming_payments_by_ids',
  place: HOME,
  text: `select end_to_end_id, amount_centavos, received_at, booked_at, state from incoming_payments
    where end_to_end_id = any($1)`,
};
const OLDEST = {
  name: 'incoming_payments_oldest',
  place: HOME,
  text: 'select received_at from incoming_payments order by received_at limit 1',
};
// Reads the partial index of payments in suspense, and stops counting at a maximum.
const COUNT_SUSPENDED = {
  name: 'incoming_payments_count_suspended',
  place: HOME,
  text: `select count(*) as count from (
      select from incoming_payments where state = 'suspense' limit $1
    ) suspended`,
};

export interface BookedRow extends Record<string, unknown> {
  readonly end_to_end_id: string;
  readonly amount_centavos: bigint;
  readonly received_at: number;
  readonly booked_at: number;
  readonly state: IncomingPaymentState;
}

/** The booked payments that a bank received in a period, unordered; `to` is excluded. */
export function selectBookedOfPeriod(
  database: Queryable,
  { bank, from, to }: { bank: string; from: Date; to: Date },
): Promise<BookedRow[]> {
  return database.query<BookedRow>(OF_PERIOD, [bank, from, to]);
}

export function selectBooked(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<BookedRow[]> {
  return database.query<BookedRow>(BY_IDS, [endToEndIds]);
}

/** When a bank received the oldest booked payment, in milliseconds; undefined without payments. */
export async function selectOldestReceivedAt(database: Queryable): Promise<number | undefined> {
  const [row] = await database.query<{ received_at: number }>(OLDEST, []);
  return row?.received_at;
}

export async function countSuspendedUpTo(database: Queryable, countMax: number): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(COUNT_SUSPENDED, [countMax]);
  return Number(row?.count ?? 0n);
}
