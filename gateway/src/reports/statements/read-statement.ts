import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import type { PostingKind } from '#src/ledger/chart-of-accounts.ts';
import { type SubjectKind, selectSubjects } from './entry-subject-store.ts';
import type {
  AnyAccount,
  Entry,
  EntryRange,
  EntrySubject,
  Period,
  StatementEntry,
} from './statement.ts';
import { countEntries, selectEntries, selectEntry } from './statement-store.ts';

const SUBJECT_KINDS: Readonly<Partial<Record<PostingKind, SubjectKind>>> = {
  charge_paid: 'charge',
  split_received: 'split',
  payout_reserved: 'payout',
  payout_paid: 'payout',
  payout_failed: 'payout',
  payout_returned: 'payout',
  payout_paid_late: 'payout',
  payout_resolution_reversed: 'payout',
  refund_reserved: 'refund',
  refund_paid: 'refund',
  refund_failed: 'refund',
  refund_paid_late: 'refund',
  refund_resolution_reversed: 'refund',
  dispute_returned: 'disputeReturn',
  balance_blocked: 'hold',
  balance_released: 'hold',
  balance_adjusted: 'adjustment',
  transfer_sent: 'transferSent',
  transfer_received: 'transferReceived',
};
const LARGEST_STEP = 2n ** 40n;
const PAGE_ROWS = 1_000;

/**
 * Finds the entries of a period, and the balances before and after it. Entries with a sequence
 * above `counted` are excluded.
 */
export async function findEntryRange(
  database: Queryable,
  account: AnyAccount,
  { from, until }: Period,
  counted?: bigint,
): Promise<EntryRange> {
  const count = counted ?? (await countEntries(database, account));
  const before = await lastBefore(database, account, { at: from, count });
  const last = await lastBefore(database, account, { at: until, count });
  const [opening, closing] = await Promise.all([
    balanceAfter(database, account, before),
    balanceAfter(database, account, last),
  ]);
  return { first: before + 1n, last, opening, closing };
}

/** One page of a range, newest first; `before` is the last sequence of the page before it. */
export async function readStatementPage(
  database: Queryable,
  account: AnyAccount,
  page: EntryRange & { before: bigint | undefined; limit: number },
): Promise<Page<StatementEntry, bigint>> {
  const { first, before, limit } = page;
  const last = before !== undefined && before <= page.last ? before - 1n : page.last;
  const entries = await readPage(
    limit,
    (rowsMax) => selectEntries(database, account, { first, last, limit: rowsMax, order: 'newest' }),
    ({ sequence }) => sequence,
  );
  return { ...entries, rows: await addSubjects(database, account, entries.rows) };
}

/** One page of a range, oldest first; `after` is the last sequence of the page before it. */
export async function readStatementForward(
  database: Queryable,
  account: AnyAccount,
  page: EntryRange & { after: bigint | undefined; limit: number },
): Promise<Page<StatementEntry, bigint>> {
  const { last, after, limit } = page;
  const first = after !== undefined && after >= page.first ? after + 1n : page.first;
  const entries = await readPage(
    limit,
    (rowsMax) => selectEntries(database, account, { first, last, limit: rowsMax, order: 'oldest' }),
    ({ sequence }) => sequence,
  );
  return { ...entries, rows: await addSubjects(database, account, entries.rows) };
}

/** Reads all entries of a range, oldest first. Only one page at a time is in memory. */
export async function* readAllEntries(
  database: Queryable,
  account: AnyAccount,
  { first, last }: EntryRange,
): AsyncGenerator<StatementEntry[]> {
  let next = first;
  while (next <= last) {
    const range = { first: next, last, limit: PAGE_ROWS, order: 'oldest' } as const;
    const rows: Entry[] = await selectEntries(database, account, range);
    const end = rows.at(-1);
    if (!end) return;
    yield await addSubjects(database, account, rows);
    next = end.sequence + 1n;
  }
}

// The sequences of an account grow with time, so a binary search finds the last entry before an
// instant. Among millions of entries it reads about twenty. An index by time would slow every
// posting.
/** The sequence of the last entry of an account before an instant; 0 without one. */
export async function lastBefore(
  database: Queryable,
  account: AnyAccount,
  { at, count }: { at: number; count: bigint },
): Promise<bigint> {
  if (at <= 0 || count === 0n) return 0n;
  // Most periods end now.
  const newest = await selectEntry(database, { ...account, sequence: count });
  if (newest && newest.createdAt < at) return count;
  let position = 0n;
  for (let step = LARGEST_STEP; step > 0n; step /= 2n) {
    const next = position + step;
    if (next > count) continue;
    const entry = await selectEntry(database, { ...account, sequence: next });
    // The oldest entries of the sandbox are deleted.
    if (!entry || entry.createdAt < at) position = next;
  }
  return position;
}

async function balanceAfter(
  database: Queryable,
  account: AnyAccount,
  sequence: bigint,
): Promise<bigint> {
  if (sequence === 0n) return 0n;
  const entry = await selectEntry(database, { ...account, sequence });
  if (entry) return entry.balanceAfter;
  const range = { first: sequence, last: LARGEST_STEP, limit: 1, order: 'oldest' } as const;
  const [oldest] = await selectEntries(database, account, range);
  return oldest ? oldest.balanceAfter - oldest.amount : 0n;
}

/** Converts rows to entries with subjects, with one query for each kind of subject. */
export async function addSubjects(
  database: Queryable,
  scope: LedgerScope,
  rows: readonly Entry[],
): Promise<StatementEntry[]> {
  const byKind = Map.groupBy(rows, (row) => SUBJECT_KINDS[row.kind]);
  const subjectsByKey = new Map<string, EntrySubject>();
  const queries = [...byKind].map(async ([kind, entries]) => {
    if (kind === undefined) return;
    const ids = [...new Set(entries.map((entry) => entry.referenceId))];
    const subjects = await selectSubjects(database, scope, kind, ids);
    for (const subject of subjects) subjectsByKey.set(`${kind} ${subject.id}`, subject);
  });
  await Promise.all(queries);
  return rows.map((row) => ({
    ...row,
    subject: subjectsByKey.get(`${SUBJECT_KINDS[row.kind]} ${row.referenceId}`),
  }));
}
