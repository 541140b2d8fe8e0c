import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { PostingKind } from '#src/ledger/chart-of-accounts.ts';
import { type SubjectKind, selectSubjects } from './entry-subject-store.ts';
import type { EntrySubject, StatementEntry } from './statement.ts';
import type { StatementRow } from './statement-store.ts';

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

/** Makes entries of rows and adds their subjects, with one query for each kind of subject. */
export async function addSubjects(
  database: Queryable,
  scope: LedgerScope,
  rows: readonly StatementRow[],
): Promise<StatementEntry[]> {
  const byKind = Map.groupBy(rows, (row) => SUBJECT_KINDS[row.kind]);
  const found = new Map<string, EntrySubject>();
  const queries = [...byKind].map(async ([kind, entries]) => {
    if (kind === undefined) return;
    const ids = [...new Set(entries.map((entry) => entry.reference_id))];
    const subjects = await selectSubjects(database, scope, kind, ids);
    for (const subject of subjects) found.set(`${kind} ${subject.id}`, subject);
  });
  await Promise.all(queries);
  return rows.map((row) => ({
    sequence: row.sequence,
    kind: row.kind,
    referenceId: row.reference_id,
    amount: row.amount_centavos,
    balanceAfter: row.balance_after_centavos,
    createdAt: row.created_at,
    subject: found.get(`${SUBJECT_KINDS[row.kind]} ${row.reference_id}`),
  }));
}
