import type { Period } from '#src/bank/live-bank.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
import type { IncomingPaymentWindow, WindowPurpose } from './incoming-payment-window.ts';

const COLUMNS = `id, purpose, from_at, to_at, next_page, claim_count, failure_count`;

const INSERT = {
  name: 'incoming_payment_windows_insert',
  text: `insert into incoming_payment_windows (id, bank, purpose, from_at, to_at, due_at)
    select id, $2, $3, from_at, to_at, $4
    from json_to_recordset($1) as row (id uuid, from_at timestamptz, to_at timestamptz)`,
};
// New payments come before older ones. A claim expires, so that another worker takes the window
// when this one dies.
const CLAIM_DUE = {
  name: 'incoming_payment_windows_claim_due',
  text: `update incoming_payment_windows set due_at = $3, claim_count = claim_count + 1
    where id = (
      select id from incoming_payment_windows where bank = $1 and due_at <= $2
      order by purpose = 'new' desc, due_at limit 1 for update skip locked
    ) returning ${COLUMNS}`,
};
const CLAIM = {
  name: 'incoming_payment_window_claim',
  text: `update incoming_payment_windows set due_at = $2, claim_count = claim_count + 1
    where id = $1 returning ${COLUMNS}`,
};
const PROGRESS = {
  name: 'incoming_payment_window_progress',
  text: `update incoming_payment_windows set next_page = $3, due_at = $4,
      failure_count = 0, failure = null
    where id = $1 and claim_count = $2 returning id`,
};
const POSTPONE = {
  name: 'incoming_payment_window_postpone',
  text: `update incoming_payment_windows set due_at = $3,
      failure_count = failure_count + 1, failure = $4
    where id = $1 and claim_count = $2`,
};
const REMOVE = {
  name: 'incoming_payment_window_remove',
  text: 'delete from incoming_payment_windows where id = $1 and claim_count = $2 returning id',
};
const HAS_OPEN = {
  name: 'incoming_payment_windows_has_open',
  text: `select exists (
      select from incoming_payment_windows where bank = $1 and purpose = $2
    ) as has_open`,
};

interface WindowRow extends Record<string, unknown> {
  readonly id: string;
  readonly purpose: WindowPurpose;
  readonly from_at: number;
  readonly to_at: number;
  readonly next_page: bigint;
  readonly claim_count: bigint;
  readonly failure_count: bigint;
}

/** Opens windows, due at `dueAt`, and returns their ids. */
export function insertWindows(
  tx: Transaction,
  periods: readonly Period[],
  { bank, purpose, dueAt }: { bank: string; purpose: WindowPurpose; dueAt: Date },
): string[] {
  const rows = periods.map(({ from, to }) => ({
    id: createId(from),
    from_at: new Date(from),
    to_at: new Date(to),
  }));
  tx.send(INSERT, [JSON.stringify(rows), bank, purpose, dueAt]);
  return rows.map(({ id }) => id);
}

/** Claims a window that is due for this worker until `until`; undefined when none is due. */
export async function claimDueWindow(
  database: Queryable,
  { bank, at, until }: { bank: string; at: Date; until: Date },
): Promise<IncomingPaymentWindow | undefined> {
  const [row] = await database.query<WindowRow>(CLAIM_DUE, [bank, at, until]);
  return row && windowFromRow(row);
}

/** Claims a window by its id; undefined when it was read. */
export async function claimWindow(
  database: Queryable,
  id: string,
  until: Date,
): Promise<IncomingPaymentWindow | undefined> {
  const [row] = await database.query<WindowRow>(CLAIM, [id, until]);
  return row && windowFromRow(row);
}

/** Saves how far a window was read. @returns false when another worker has claimed it. */
export async function saveProgress(
  database: Queryable,
  { id, claim }: IncomingPaymentWindow,
  { nextPage, until }: { nextPage: number; until: Date },
): Promise<boolean> {
  return (await database.query(PROGRESS, [id, claim, nextPage, until])).length > 0;
}

/** Schedules a window again for `until`, with the reason of its failure. */
export async function postponeWindow(
  database: Queryable,
  { id, claim }: IncomingPaymentWindow,
  { until, failure }: { until: Date; failure: string },
): Promise<void> {
  await database.query(POSTPONE, [id, claim, until, failure]);
}

/** Removes a window that was read or split. @returns false when another worker has claimed it. */
export async function removeWindow(
  database: Queryable,
  { id, claim }: IncomingPaymentWindow,
): Promise<boolean> {
  return (await database.query(REMOVE, [id, claim])).length > 0;
}

export async function hasOpenWindow(
  database: Queryable,
  bank: string,
  purpose: WindowPurpose,
): Promise<boolean> {
  const [row] = await database.query<{ has_open: boolean }>(HAS_OPEN, [bank, purpose]);
  return row?.has_open === true;
}

function windowFromRow(row: WindowRow): IncomingPaymentWindow {
  return {
    id: row.id,
    purpose: row.purpose,
    period: { from: row.from_at, to: row.to_at },
    nextPage: Number(row.next_page),
    claim: Number(row.claim_count),
    failureCount: Number(row.failure_count),
  };
}
