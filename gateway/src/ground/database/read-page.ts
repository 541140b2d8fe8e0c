/** One page of a list. */
export interface Page<Row, Position = string> {
  readonly rows: readonly Row[];
  /** The position in the list after which the next page starts; null on the last page. */
  readonly next: Position | null;
}

/** Reads a page and one more row, which shows whether there is a next page. */
export async function readPage<Row, Position>(
  limit: number,
  selectRows: (limit: number) => Promise<readonly Row[]>,
  positionOf: (row: Row) => Position,
): Promise<Page<Row, Position>> {
  return pageOf(await selectRows(limit + 1), limit, positionOf);
}

/** The page of rows that were read with one more than the page may have. */
export function pageOf<Row, Position>(
  found: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): Page<Row, Position> {
  if (found.length <= limit) return { rows: found, next: null };
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: last === undefined ? null : positionOf(last) };
}
