import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const READ = {
  name: 'incoming_payment_period_read',
  text: `select opened_until, started_at, refunds_looked_at, old_refunds_looked_at,
    returns_booked_from, least(opened_until, (
      select min(from_at) from incoming_payment_windows where bank = $1 and purpose = 'new'
    )) as complete_until
    from incoming_payment_periods where bank = $1`,
};
const LOCK = {
  name: 'incoming_payment_period_lock',
  text: `select opened_until, started_at, refunds_looked_at, old_refunds_looked_at
    from incoming_payment_periods
    where bank = $1 for update`,
};
const START = {
  name: 'incoming_payment_period_start',
  text: `insert into incoming_payment_periods (bank, opened_until, started_at) values ($1, $2, $3)
    on conflict (bank) do nothing returning bank`,
};
const MOVE_ON = {
  name: 'incoming_payment_period_move_on',
  text: 'update incoming_payment_periods set opened_until = $2 where bank = $1',
};
const NOTE_REFUNDS_LOOK = {
  name: 'incoming_payment_period_note_refunds_look',
  text: 'update incoming_payment_periods set refunds_looked_at = $2 where bank = $1',
};

const NOTE_OLD_REFUNDS_LOOK = {
  name: 'incoming_payment_period_note_old_refunds_look',
  text: 'update incoming_payment_periods set old_refunds_looked_at = $2 where bank = $1',
};

const FAILURE = {
  name: 'incoming_payment_windows_failure',
  text: `select failure, failure_count from incoming_payment_windows
    where bank = $1 and purpose = 'new' and failure is not null order by from_at limit 1`,
};

/** How far a bank's list of received payments has been read. Instants in milliseconds. */
export interface ReadPeriod extends Record<string, unknown> {
  /** The end of the last window that was opened. */
  readonly opened_until: number;
  /** Payments that the bank received before this instant are not this gateway's. */
  readonly started_at: number | null;
  /** When windows for refunds made at the bank were last opened. */
  readonly refunds_looked_at: number | null;
  /** As above, for older payments. */
  readonly old_refunds_looked_at: number | null;
  /** Earlier refunds by the special mechanism are left to an operator; null for none. */
  readonly returns_booked_from: number | null;
  /** All payments that the bank received before this instant are booked. */
  readonly complete_until: number;
}

/** How far the bank's list has been read; undefined before the first window. */
export async function readPeriod(
  database: Queryable,
  bank: string,
): Promise<ReadPeriod | undefined> {
  return (await database.query<ReadPeriod>(READ, [bank]))[0];
}

type LockedPeriod = Pick<
  ReadPeriod,
  'opened_until' | 'started_at' | 'refunds_looked_at' | 'old_refunds_looked_at'
>;

export async function lockPeriod(tx: Transaction, bank: string): Promise<LockedPeriod | undefined> {
  return (await tx.query<ReadPeriod>(LOCK, [bank]))[0];
}

/** Inserts the period of a bank. @returns false when another process has inserted it. */
export async function startPeriod(
  tx: Transaction,
  bank: string,
  { openedUntil, startedAt }: { openedUntil: Date; startedAt: Date },
): Promise<boolean> {
  return (await tx.query(START, [bank, openedUntil, startedAt])).length > 0;
}

export function saveOpenedUntil(tx: Transaction, bank: string, openedUntil: Date): void {
  tx.send(MOVE_ON, [bank, openedUntil]);
}

export function saveRefundsReadAt(tx: Transaction, bank: string, at: Date): void {
  tx.send(NOTE_REFUNDS_LOOK, [bank, at]);
}

export function saveOldRefundsReadAt(tx: Transaction, bank: string, at: Date): void {
  tx.send(NOTE_OLD_REFUNDS_LOOK, [bank, at]);
}

/** Why the list could not be read the last time; undefined after a success. */
export async function selectFailure(
  database: Queryable,
  bank: string,
): Promise<{ readonly failure: string; readonly count: number } | undefined> {
  const [row] = await database.query<{ failure: string; failure_count: bigint }>(FAILURE, [bank]);
  return row && { failure: row.failure, count: Number(row.failure_count) };
}
