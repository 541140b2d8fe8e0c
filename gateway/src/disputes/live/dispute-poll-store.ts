import type { Queryable } from '#src/ground/database/database.ts';

// A claim expires, so that another process reads the list when this one dies. A list that is not
// due is left out before `on conflict`, which would lock its row: each lock looks like a change.
const CLAIM = {
  name: 'dispute_polls_claim',
  text: `insert into dispute_polls as p (bank, due_at) select $1::text, $3::timestamptz
    where not exists (select from dispute_polls where bank = $1 and due_at > $2)
    on conflict (bank) do update set due_at = excluded.due_at where p.due_at <= $2
    returning p.failure_count`,
};
const EXTEND = {
  name: 'dispute_polls_extend',
  text: 'update dispute_polls set due_at = $3 where bank = $1 and due_at = $2 returning bank',
};
const FINISH = {
  name: 'dispute_polls_finish',
  text: `update dispute_polls set due_at = $3, read_at = $4, failure_count = 0, failure = null
    where bank = $1 and due_at = $2`,
};
const POSTPONE = {
  name: 'dispute_polls_postpone',
  text: `update dispute_polls set due_at = $3, failure_count = failure_count + 1, failure = $4
    where bank = $1 and due_at = $2`,
};
const READ = {
  name: 'dispute_polls_read',
  text: 'select read_at, failure from dispute_polls where bank = $1',
};

/** The right to read the list of a bank; its end identifies it. */
export interface PollClaim {
  readonly bank: string;
  readonly until: Date;
}

/** Claims the list of a bank when it is due, and returns its failures in a row. */
export async function claimPoll(
  database: Queryable,
  { bank, until }: PollClaim,
  at: Date,
): Promise<number | undefined> {
  const [row] = await database.query<{ failure_count: bigint }>(CLAIM, [bank, at, until]);
  return row && Number(row.failure_count);
}

/** Extends a claim. @returns undefined when another process has claimed the list. */
export async function extendPoll(
  database: Queryable,
  { bank, until }: PollClaim,
  newUntil: Date,
): Promise<PollClaim | undefined> {
  const rows = await database.query(EXTEND, [bank, until, newUntil]);
  return rows.length > 0 ? { bank, until: newUntil } : undefined;
}

/** Writes that the list was read completely, and when it is read next. */
export async function finishPoll(
  database: Queryable,
  { bank, until }: PollClaim,
  { dueAt, readAt }: { dueAt: Date; readAt: Date },
): Promise<void> {
  await database.query(FINISH, [bank, until, dueAt, readAt]);
}

/** Writes the reason why the list was not read, and when it is tried again. */
export async function postponePoll(
  database: Queryable,
  { bank, until }: PollClaim,
  { dueAt, failure }: { dueAt: Date; failure: string },
): Promise<void> {
  await database.query(POSTPONE, [bank, until, dueAt, failure]);
}

/** When the list was last read completely (milliseconds), and the failure since, if any. */
export interface PollState {
  readonly readAt: number | null;
  readonly failure: string | null;
}

export async function selectPoll(
  database: Queryable,
  bank: string,
): Promise<PollState | undefined> {
  const [row] = await database.query<{ read_at: number | null; failure: string | null }>(READ, [
    bank,
  ]);
  return row && { readAt: row.read_at, failure: row.failure };
}
