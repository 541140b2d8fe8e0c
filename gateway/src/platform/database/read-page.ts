/** One page of a list. */
export interface Page<Row, Place = string> {
  readonly rows: readonly Row[];
  /** The place in the list after which the next page starts; null on the last page. */
  readonly next: Place | null;
}

/** Reads a page and one row more, which shows whether another page follows. */
export async function readPage<Row, Place>(
  limit: number,
  selectRows: (limit: number) => Promise<readonly Row[]>,
  placeOf: (row: Row) => Place,
): Promise<Page<Row, Place>> {
  const found = await selectRows(limit + 1);
  if (found.length <= limit) return { rows: found, next: null };
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: last === undefined ? null : placeOf(last) };
}
