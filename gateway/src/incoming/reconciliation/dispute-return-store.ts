import type { DisputeReason } from '#src/bank/dispute-bank.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, one, paramsOf, run, shaped, sql } from '#src/ground/database/sql.ts';
import { HOME } from '#src/ground/database/statement-place.ts';

const ROW = {
  id: f.uuid,
  endToEndId: f.text,
  returnId: f.orNull(f.text),
  refundId: f.text,
  amount: f.inColumn('amount_centavos', f.centavos),
  reason: f.inColumn('dispute_reason', f.neverNull(f.textOf<DisputeReason>())),
  returnedAt: f.inColumn('happened_at', f.instant),
  attempts: f.inColumn('booking_attempts', f.count),
};
const RETURN = shaped(ROW, (row) => ({
  ...row,
  /** The bank's id of the return, or of the refund when the bank reports no return id. */
  returnId: row.returnId ?? row.refundId,
}));

/** A refund by the special mechanism (MED) that is to be booked. Instants in milliseconds. */
export type ReturnAtBank = ReturnType<typeof RETURN.resultOf>;

const $ = paramsOf({
  ...ROW,
  bank: f.text,
  at: f.instant,
  until: f.instant,
  since: f.instant,
  foundSince: f.instant,
  dueAt: f.instant,
  failure: f.text,
  limit: f.count,
});

/**
 * Claims returns that are due to be booked, for this worker until `until`. A claim expires, so that
 * another worker books the return when this one dies.
 */
export const claimReturns = many(
  'dispute_returns_claim',
  RETURN,
  sql`update unrequested_refunds u
    set booking_due_at = ${$.until}, booking_attempts = u.booking_attempts + 1
    where u.id in (
      select id from unrequested_refunds
      where booking = 'waiting' and status = 'done' and booking_due_at <= ${$.at}
        and bank = ${$.bank}
      order by booking_due_at limit ${$.limit} for update skip locked
    )
    returning u.id, u.end_to_end_id, u.refund_id, u.return_id, u.amount_centavos,
      u.dispute_reason, u.happened_at, u.booking_attempts`,
  HOME,
);

/**
 * Notes that a return is booked with the facts of its claim; the bank may have reported other facts
 * since.
 */
export const finishReturn = run(
  'dispute_returns_finish',
  sql`update unrequested_refunds set booking = 'booked', booked_at = ${$.at},
      booking_due_at = null,
      booking_failure = null, amount_centavos = ${$.amount}, dispute_reason = ${$.reason}
    where id = ${$.id} and booking <> 'booked'`,
  HOME,
);

/** Schedules a return again for `dueAt`, with the reason why it was not booked. */
export const postponeReturn = run(
  'dispute_returns_postpone',
  sql`update unrequested_refunds set booking_due_at = ${$.dueAt}, booking_failure = ${$.failure}
    where id = ${$.id} and booking = 'waiting'`,
  HOME,
);

/**
 * The sum of returns that were in transit at `since`: found after `foundSince` and not booked yet,
 * or booked since.
 */
export const sumReturnsInTransit = one(
  'dispute_returns_in_transit',
  { amount: f.centavos },
  sql`select coalesce(sum(amount_centavos), 0)::bigint as amount from (
      select amount_centavos from unrequested_refunds
      where bank = ${$.bank} and booking = 'waiting' and status <> 'failed'
        and found_at >= ${$.foundSince}
      union all
      select amount_centavos from unrequested_refunds
      where bank = ${$.bank} and booking = 'booked' and booked_at >= ${$.since}
    ) moving`,
  HOME,
);
