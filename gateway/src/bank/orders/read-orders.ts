import type { Queryable } from '#src/ground/database/database.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { OrderRow } from './order-row.ts';
import type { Orders } from './order-statements.ts';

/** The longest time from an order's creation to its failure. */
const FAILS_WITHIN_MS = 90 * DAY_MS;
const COUNTED_MAX = 1_000;

/** Instants in milliseconds; the end is excluded. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/** Reads the live orders that ended in a period, in no order. */
export function readEndedOrders<Row extends OrderRow>(
  database: Queryable,
  { ended }: Orders,
  { from, to }: Period,
): Promise<Row[]> {
  const createdFrom = new Date(from - FAILS_WITHIN_MS);
  return database.query<Row>(ended, [new Date(from), new Date(to), createdFrom]);
}

/**
 * Reads the live orders that were in transit at an instant (milliseconds): the bank may have taken
 * their money, and the ledger had not booked it. These are the orders at the bank now, and those
 * done since.
 */
export function readOutboundOrders<Row extends OrderRow>(
  database: Queryable,
  { outbound }: Orders,
  since: number,
): Promise<Row[]> {
  return database.query<Row>(outbound, [new Date(since)]);
}

/** Reads the orders that were resolved in a period and that the bank has not confirmed. */
export function readUnconfirmedOrders<Row extends OrderRow>(
  database: Queryable,
  { unconfirmed }: Orders,
  { from, to, limit }: Period & { readonly limit: number },
): Promise<Row[]> {
  return database.query<Row>(unconfirmed, [new Date(from), new Date(to), limit]);
}

/**
 * How many live orders that were created before an instant (milliseconds) have no result and wait
 * for nothing but the bank; up to 1000.
 */
export async function countStuck(
  database: Queryable,
  orders: Orders,
  before: number,
): Promise<number> {
  const values = [new Date(before), COUNTED_MAX];
  const rows = await database.query<{ stuck: bigint }>(orders.countStuck, values);
  return Math.min(sumCounts(rows, 'stuck'), COUNTED_MAX);
}

/** A live order without a result. Instants in milliseconds since 1970. */
export interface UnansweredOrder {
  readonly id: string;
  readonly username: string;
  readonly amount: Centavos;
  readonly createdAt: number;
  /** The bank's end-to-end id, when it has reported one. */
  readonly endToEndId: string | null;
  /** How often a worker has begun a step of it. */
  readonly sendCount: number;
  /** The last attempt without a clear answer; null while the bank can't have got the order. */
  readonly uncertainAt: number | null;
  /** Whether the bank has ever shown the order. */
  readonly isKnownAtBank: boolean;
}

interface UnansweredRow extends Record<string, unknown> {
  readonly id: string;
  readonly username: string;
  readonly amount_centavos: bigint;
  readonly created_at: number;
  readonly end_to_end_id: string | null;
  readonly send_count: bigint;
  readonly uncertain_at: number | null;
  readonly is_known_at_bank: boolean;
}

/** Reads the orders that `countStuck` counts, oldest first. */
export async function readUnanswered(
  database: Queryable,
  orders: Orders,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<UnansweredOrder[]> {
  const values = [new Date(before), limit];
  const rows = await database.query<UnansweredRow>(orders.listUnanswered, values);
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    amount: centavos(row.amount_centavos),
    createdAt: row.created_at,
    endToEndId: row.end_to_end_id,
    sendCount: Number(row.send_count),
    uncertainAt: row.uncertain_at,
    isKnownAtBank: row.is_known_at_bank,
  }));
}
