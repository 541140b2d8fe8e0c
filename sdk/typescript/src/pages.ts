/** Uma página de uma lista. */
export interface Page<Item> {
  readonly data: readonly Item[];
  /** O cursor da página seguinte; null na última. */
  readonly next_cursor: string | null;
}

/** Percorre todas as páginas, pedindo cada uma quando a anterior acaba. */
export async function* iterate<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await read(cursor);
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
