/** The sum of a column of counts: a statement of all buckets returns a row for each of them. */
export function sumCounts<Column extends string>(
  rows: readonly Readonly<Record<Column, bigint>>[],
  column: Column,
): number {
  return Number(rows.reduce((sum, row) => sum + row[column], 0n));
}
