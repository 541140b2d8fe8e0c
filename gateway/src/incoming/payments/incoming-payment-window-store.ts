import type { Period } from '#src/bank/live-bank.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  maybeOne,
  one,
  paramsOf,
  rowsOf,
  run,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { createId } from '#src/ground/ids.ts';
import type { IncomingPaymentWindow, WindowPurpose } from './incoming-payment-window.ts';

const NEW = { id: f.uuid, fromAt: f.instant, toAt: f.instant };
const ROW = {
  ...NEW,
  purpose: f.textOf<WindowPurpose>(),
  nextPage: f.count,
  claim: f.inColumn('claim_count', f.count),
  failureCount: f.count,
};
const WINDOW = shaped(
  ROW,
  ({ fromAt: from, toAt: to, ...row }): IncomingPaymentWindow => ({ ...row, period: { from, to } }),
);

const $ = paramsOf({
  ...ROW,
  bank: f.text,
  at: f.instant,
  dueAt: f.instant,
  until: f.instant,
  failure: f.text,
  openedUntil: f.instant,
  startedAt: f.instant,
});
const COLUMNS = `id, purpose, from_at, to_at, next_page, claim_count, failure_count`;
const OF_CLAIM = sql`id = ${$.id} and claim_count = ${$.claim}`;

const insert = send(
  'incoming_payment_windows_insert',
  sql`insert into incoming_payment_windows (id, bank, purpose, from_at, to_at, due_at)
    select id, ${$.bank}, ${$.purpose}, from_at, to_at, ${$.dueAt}
    from ${rowsOf('windows', 'row', NEW)}`,
);

/** Opens windows, due at `dueAt`, and returns their ids. */
export function insertWindows(
  tx: Transaction,
  periods: readonly Period[],
  to: { readonly bank: string; readonly purpose: WindowPurpose; readonly dueAt: Date },
): string[] {
  const windows = periods.map(({ from, to: toAt }) => ({ id: createId(from), fromAt: from, toAt }));
  insert(tx, { ...to, windows });
  return windows.map(({ id }) => id);
}

/**
 * Claims a window that is due for this worker until `until`; undefined when none is due. New
 * payments come before older ones. A claim expires, so that another worker takes the window when
 * this one dies.
 */
export const claimDueWindow = maybeOne(
  'incoming_payment_windows_claim_due',
  WINDOW,
  sql`update incoming_payment_windows set due_at = ${$.until}, claim_count = claim_count + 1
    where id = (
      select id from incoming_payment_windows where bank = ${$.bank} and due_at <= ${$.at}
      order by purpose = 'new' desc, due_at limit 1 for update skip locked
    ) returning ${COLUMNS}`,
);

/** Claims a window by its id; undefined when it was read. */
export const claimWindow = maybeOne(
  'incoming_payment_window_claim',
  WINDOW,
  sql`update incoming_payment_windows set due_at = ${$.until}, claim_count = claim_count + 1
    where id = ${$.id} returning ${COLUMNS}`,
);

/** Saves how far a window was read; 0 when another worker has claimed it. */
export const saveProgress = countRows(
  'incoming_payment_window_progress',
  sql`update incoming_payment_windows set next_page = ${$.nextPage}, due_at = ${$.until},
      failure_count = 0, failure = null
    where ${OF_CLAIM} returning id`,
);

/** Schedules a window again for `until`, with the reason of its failure. */
export const postponeWindow = run(
  'incoming_payment_window_postpone',
  sql`update incoming_payment_windows set due_at = ${$.until},
      failure_count = failure_count + 1, failure = ${$.failure}
    where ${OF_CLAIM}`,
);

/** Removes a window that was read or split; 0 when another worker has claimed it. */
export const removeWindow = countRows(
  'incoming_payment_window_remove',
  sql`delete from incoming_payment_windows where ${OF_CLAIM} returning id`,
);

export const hasOpenWindow = one(
  'incoming_payment_windows_has_open',
  { hasOpen: f.bool },
  sql`select exists (
      select from incoming_payment_windows where bank = ${$.bank} and purpose = ${$.purpose}
    ) as has_open`,
);

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
