import type { DisputeReason } from '#src/bank/dispute-bank.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { HOME } from '#src/ground/database/statement-place.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';

// A claim expires, so that another worker books the return when this one dies.
const CLAIM = {
  name: 'dispute_returns_claim',
  place: HOME,
  text: `update unrequested_refunds u
    set booking_due_at = $3, booking_attempts = u.booking_attempts + 1
    where u.id in (
      select id from unrequested_refunds
      where booking = 'waiting' and status = 'done' and booking_due_at <= $2 and bank = $1
      order by booking_due_at limit $4 for update skip locked
    )
    returning u.id, u.end_to_end_id, u.refund_id, u.return_id, u.amount_centavos,
      u.dispute_reason, u.happened_at, u.booking_attempts`,
};
// The facts that the claim read are booked; the bank may have reported other facts since.
const FINISH = {
  name: 'dispute_returns_finish',
  place: HOME,
  text: `update unrequested_refunds set booking = 'booked', booked_at = $2, booking_due_at = null,
      booking_failure = null, amount_centavos = $3, dispute_reason = $4
    where id = $1 and booking <> 'booked'`,
};
const POSTPONE = {
  name: 'dispute_returns_postpone',
  place: HOME,
  text: `update unrequested_refunds set booking_due_at = $2, booking_failure = $3
    where id = $1 and booking = 'waiting'`,
};
const SUM_IN_TRANSIT = {
  name: 'dispute_returns_in_transit',
  place: HOME,
  text: `select coalesce(sum(amount_centavos), 0)::bigint as amount from (
      select amount_centavos from unrequested_refunds
      where bank = $1 and booking = 'waiting' and status <> 'failed' and found_at >= $3
      union all
      select amount_centavos from unrequested_refunds
      where bank = $1 and booking = 'booked' and booked_at >= $2
    ) moving`,
};

/** A refund by the special mechanism (MED) that is to be booked. Instants in milliseconds. */
export interface ReturnAtBank {
  readonly id: string;
  readonly endToEndId: string;
  /** The bank's id of the return, or of the refund when the bank reports no return id. */
  readonly returnId: string;
  readonly refundId: string;
  readonly amount: Centavos;
  readonly reason: DisputeReason;
  readonly returnedAt: number;
  readonly attempts: number;
}

interface ReturnRow extends Record<string, unknown> {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly refund_id: string;
  readonly return_id: string | null;
  readonly amount_centavos: bigint;
  readonly dispute_reason: DisputeReason;
  readonly happened_at: number;
  readonly booking_attempts: bigint;
}

/** Claims returns that are due to be booked, for this worker until `until`. */
export async function claimReturns(
  database: Queryable,
  { bank, at, until, limit }: { bank: string; at: Date; until: Date; limit: number },
): Promise<ReturnAtBank[]> {
  const rows = await database.query<ReturnRow>(CLAIM, [bank, at, until, limit]);
  return rows.map((row) => ({
    id: row.id,
    endToEndId: row.end_to_end_id,
    returnId: row.return_id ?? row.refund_id,
    refundId: row.refund_id,
    amount: centavos(row.amount_centavos),
    reason: row.dispute_reason,
    returnedAt: row.happened_at,
    attempts: Number(row.booking_attempts),
  }));
}

/** Notes that a return is booked with the facts of its claim. */
export async function finishReturn(
  database: Queryable,
  { id, amount, reason }: ReturnAtBank,
  at: Date,
): Promise<void> {
  await database.query(FINISH, [id, at, amount, reason]);
}

/** Schedules a return again for `dueAt`, with the reason why it was not booked. */
export async function postponeReturn(
  database: Queryable,
  id: string,
  { dueAt, failure }: { dueAt: Date; failure: string },
): Promise<void> {
  await database.query(POSTPONE, [id, dueAt, failure]);
}

/**
 * The sum of returns that were in transit at `since`: found after `foundSince` and not booked yet,
 * or booked since.
 */
export async function sumReturnsInTransit(
  database: Queryable,
  bank: string,
  { since, foundSince }: { since: Date; foundSince: Date },
): Promise<Centavos> {
  const values = [bank, since, foundSince];
  const [row] = await database.query<{ amount: bigint }>(SUM_IN_TRANSIT, values);
  return centavos(row?.amount ?? 0n);
}
