import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { PostingKind } from '#src/ledger/chart-of-accounts.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { type EntrySubject, type SubjectKind, selectSubjects } from './entry-subject-store.ts';
import type { StatementRow } from './read-statement.ts';

/** An entry with what it is about; undefined where no one stands behind it. */
export interface StatementEntry extends StatementRow {
  readonly subject: EntrySubject | undefined;
}

const KINDS: Readonly<Partial<Record<PostingKind, SubjectKind>>> = {
  charge_paid: 'charge',
  split_received: 'split',
  payout_reserved: 'payout',
  payout_paid: 'payout',
  payout_failed: 'payout',
  payout_returned: 'payout',
  refund_reserved: 'refund',
  refund_paid: 'refund',
  refund_failed: 'refund',
  transfer_sent: 'transferSent',
  transfer_received: 'transferReceived',
};

/** Adds to each entry what it is about, with one look a kind. */
export async function withSubjects(
  database: Queryable,
  scope: LedgerScope,
  rows: readonly StatementRow[],
): Promise<StatementEntry[]> {
  const byKind = Map.groupBy(rows, (row) => KINDS[row.kind]);
  const found = new Map<string, EntrySubject>();
  const looks = [...byKind].map(async ([kind, entries]) => {
    if (kind === undefined) return;
    const ids = [...new Set(entries.map((entry) => entry.reference_id))];
    const subjects = await selectSubjects(database, scope, kind, ids);
    for (const subject of subjects) found.set(`${kind} ${subject.id}`, subject);
  });
  await Promise.all(looks);
  return rows.map((row) => ({
    ...row,
    subject: found.get(`${KINDS[row.kind]} ${row.reference_id}`),
  }));
}

/** Pages of entries with what they are about. */
export async function* walkWithSubjects(
  database: Queryable,
  scope: LedgerScope,
  pages: AsyncIterable<StatementRow[]>,
): AsyncGenerator<StatementEntry[]> {
  for await (const rows of pages) yield await withSubjects(database, scope, rows);
}
