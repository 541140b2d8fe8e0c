import * as f from '#src/ground/database/fields.ts';
import { countRows, maybeOne, paramsOf, run, sql } from '#src/ground/database/sql.ts';

/** When the list was last read completely (milliseconds), and the failure since, if any. */
const STATE = { readAt: f.orNull(f.instant), failure: f.orNull(f.text) };
export type PollState = f.RecordOf<typeof STATE>;

const $ = paramsOf({
  bank: f.text,
  at: f.instant,
  /** The end of the claim, which identifies it. */
  until: f.instant,
  newUntil: f.instant,
  dueAt: f.instant,
  readAt: f.instant,
  failure: f.text,
});
const IS_CLAIMED = sql`bank = ${$.bank} and due_at = ${$.until}`;

// A claim expires, so that another process reads the list when this one dies. A list that is not
// due is left out before `on conflict`, which would lock its row: each lock looks like a change.
/** Claims the list of a bank when it is due, and returns its failures in a row. */
export const claimPoll = maybeOne(
  'dispute_polls_claim',
  { failureCount: f.count },
  sql`insert into dispute_polls as p (bank, due_at)
    select ${$.bank}::text, ${$.until}::timestamptz
    where not exists (select from dispute_polls where bank = ${$.bank} and due_at > ${$.at})
    on conflict (bank) do update set due_at = excluded.due_at where p.due_at <= ${$.at}
    returning p.failure_count`,
);

/** Extends a claim: 0 when another process has claimed the list. */
export const extendPoll = countRows(
  'dispute_polls_extend',
  sql`update dispute_polls set due_at = ${$.newUntil} where ${IS_CLAIMED} returning bank`,
);

/** Writes that the list was read completely, and when it is read next. */
export const finishPoll = run(
  'dispute_polls_finish',
  sql`update dispute_polls set due_at = ${$.dueAt}, read_at = ${$.readAt}, failure_count = 0,
      failure = null
    where ${IS_CLAIMED}`,
);

/** Writes the reason why the list was not read, and when it is tried again. */
export const postponePoll = run(
  'dispute_polls_postpone',
  sql`update dispute_polls set due_at = ${$.dueAt}, failure_count = failure_count + 1,
      failure = ${$.failure}
    where ${IS_CLAIMED}`,
);

export const selectPoll = maybeOne(
  'dispute_polls_read',
  STATE,
  sql`select read_at, failure from dispute_polls where bank = ${$.bank}`,
);
