import type { Database, Statement } from '#src/ground/database/database.ts';
import { plainRow } from '#src/ground/database/plain-row.ts';
import { placeOf } from '#src/ground/database/statement-place.ts';
import type { ElsewhereCheck } from './ledger-check.ts';

const DIFFERENCES_MAX = 20;

type Row = Record<string, unknown>;

/**
 * The postings that differ from their rows. For a statement with the place `HERE` the row may be in
 * any bucket and is missing in the others, so only a posting that differs in all buckets counts.
 */
export async function differingPostings(
  database: Database,
  statement: Statement,
  { values, count }: { readonly values: unknown[]; readonly count: number },
): Promise<Row[]> {
  const buckets = database.buckets.all();
  if (placeOf(statement) !== 'here' || buckets.length === 1) {
    return database.query(statement, [...values, DIFFERENCES_MAX]);
  }
  let differing: Row[] | undefined;
  for (const bucket of buckets) {
    const rows = await bucket.query<Row>(statement, [...values, count]);
    const names = new Set(rows.map(nameOf));
    differing = differing?.filter((row) => names.has(nameOf(row))) ?? rows;
    if (differing.length === 0) return [];
  }
  return differing ?? [];
}

/** The differences between rows and the rows of other buckets; none with one bucket. */
export async function differencesElsewhere(
  database: Database,
  checks: readonly ElsewhereCheck[] | undefined,
  values: unknown[],
): Promise<Row[]> {
  if (checks === undefined || database.buckets.all().length === 1) return [];
  const allDifferences: Row[] = [];
  for (const { facts, differences } of checks) {
    const rows = (await database.query<Row>(facts, values)).map(plainRow);
    if (rows.length === 0) continue;
    const differing = await database.query<Row>(differences, [
      JSON.stringify(rows),
      DIFFERENCES_MAX,
    ]);
    allDifferences.push(...differing);
  }
  return allDifferences;
}

/** The key of a difference: its posting, with the scope in a statement of many scopes. */
function nameOf(row: Row): string {
  const scope = `${row.verified_merchant_id} ${row.verified_environment}`;
  return `${scope} ${row.reference_id} ${row.kind}`;
}
