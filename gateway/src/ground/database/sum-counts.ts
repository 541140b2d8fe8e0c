/** Sums a column of counts over the rows of all buckets. */
export function sumCounts<Column extends string>(
  rows: readonly Readonly<Record<Column, bigint>>[],
  column: Column,
): number {
  return Number(rows.reduce((sum, row) => sum + row[column], 0n));
}
