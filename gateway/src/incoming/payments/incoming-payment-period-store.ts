import * as f from '#src/ground/database/fields.ts';
import { countRows, maybeOne, paramsOf, send, sql } from '#src/ground/database/sql.ts';

const LOCKED = {
  /** The end of the last window that was opened. */
  openedUntil: f.instant,
  /** Payments that the bank received before this instant are not this gateway's. */
  startedAt: f.orNull(f.instant),
  /** When windows for refunds made at the bank were last opened. */
  refundsLookedAt: f.orNull(f.instant),
  /** As above, for older payments. */
  oldRefundsLookedAt: f.orNull(f.instant),
};
/** How far a bank's list of received payments has been read. Instants in milliseconds. */
const PERIOD = {
  ...LOCKED,
  /** Earlier refunds by the special mechanism are left to an operator; null for none. */
  returnsBookedFrom: f.orNull(f.instant),
  /** All payments that the bank received before this instant are booked. */
  completeUntil: f.instant,
};
const FAILURE = {
  failure: f.neverNull(f.text),
  count: f.inColumn('failure_count', f.count),
};

const $ = paramsOf({ bank: f.text, openedUntil: f.instant, startedAt: f.instant, at: f.instant });

/** How far the bank's list has been read; undefined before the first window. */
export const readPeriod = maybeOne(
  'incoming_payment_period_read',
  PERIOD,
  sql`select opened_until, started_at, refunds_looked_at, old_refunds_looked_at,
    returns_booked_from, least(opened_until, (
      select min(from_at) from incoming_payment_windows where bank = ${$.bank} and purpose = 'new'
    )) as complete_until
    from incoming_payment_periods where bank = ${$.bank}`,
);

export const lockPeriod = maybeOne(
  'incoming_payment_period_lock',
  LOCKED,
  sql`select opened_until, started_at, refunds_looked_at, old_refunds_looked_at
    from incoming_payment_periods
    where bank = ${$.bank} for update`,
);

/** Inserts the period of a bank; 0 when another process has inserted it. */
export const startPeriod = countRows(
  'incoming_payment_period_start',
  sql`insert into incoming_payment_periods (bank, opened_until, started_at)
    values (${$.bank}, ${$.openedUntil}, ${$.startedAt})
    on conflict (bank) do nothing returning bank`,
);

export const saveOpenedUntil = send(
  'incoming_payment_period_move_on',
  sql`update incoming_payment_periods set opened_until = ${$.openedUntil} where bank = ${$.bank}`,
);

export const saveRefundsReadAt = send(
  'incoming_payment_period_note_refunds_look',
  sql`update incoming_payment_periods set refunds_looked_at = ${$.at} where bank = ${$.bank}`,
);

export const saveOldRefundsReadAt = send(
  'incoming_payment_period_note_old_refunds_look',
  sql`update incoming_payment_periods set old_refunds_looked_at = ${$.at} where bank = ${$.bank}`,
);

/**
 * Why the bank's list of received payments could not be read the last time, and how often in a row;
 * undefined after a success.
 */
export const selectFailure = maybeOne(
  'incoming_payment_windows_failure',
  FAILURE,
  sql`select failure, failure_count from incoming_payment_windows
    where bank = ${$.bank} and purpose = 'new' and failure is not null order by from_at limit 1`,
);
