import type { Queryable } from '#src/ground/database/database.ts';
import { isId } from '#src/ground/ids.ts';
import { addSubjects, lastBefore } from './read-statement.ts';
import type { AnyAccount, Entry, StatementEntry } from './statement.ts';
import {
  countEntries,
  selectEntries,
  selectInstants,
  selectReferences,
} from './statement-store.ts';

/** More than one transaction makes in an account. */
const OF_INSTANT_MAX = 1_000;

/**
 * The entries of an account that a charge of its scope has caused, newest first: its payment, its
 * refunds and its disputes. They are found by the instants of their postings.
 */
export async function readEntriesOfCharge(
  database: Queryable,
  account: AnyAccount,
  chargeId: string,
): Promise<readonly StatementEntry[]> {
  if (!isId(chargeId)) return [];
  const references = await selectReferences(database, account, chargeId);
  const instants = await selectInstants(database, account, references);
  const count = await countEntries(database, account);
  const found = new Map<bigint, Entry>();
  for (const at of instants) {
    const first = (await lastBefore(database, account, { at, count })) + 1n;
    const range = { first, last: count, limit: OF_INSTANT_MAX, order: 'oldest' } as const;
    for (const row of await selectEntries(database, account, range)) {
      if (row.createdAt > at) break;
      if (references.includes(row.referenceId)) found.set(row.sequence, row);
    }
  }
  const rows = [...found.values()].sort((left, right) => Number(right.sequence - left.sequence));
  return addSubjects(database, account, rows);
}
