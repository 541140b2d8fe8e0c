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
