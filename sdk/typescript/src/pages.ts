/** Uma página de uma lista. */
export interface Page<Item> {
  readonly data: readonly Item[];
  /** O cursor da página seguinte; null na última. */
  readonly next_cursor: string | null;
}

/**
 * Percorre todas as páginas, pedindo cada uma quando a anterior acaba.
 * @param cursor o filtro que recebe `next_cursor`
 * @param replaced o filtro que o cursor substitui
 */
export async function* iterate<Filters extends object, Item>(
  read: (filters: Filters) => Promise<Page<Item> & { readonly has_more?: boolean }>,
  filters: Filters,
  cursor = 'cursor',
  replaced = cursor,
): AsyncGenerator<Item, void, undefined> {
  let page = await read(filters);
  yield* page.data;
  while (typeof page.next_cursor === 'string' && page.has_more !== false) {
    page = await read({ ...filters, [replaced]: undefined, [cursor]: page.next_cursor });
    yield* page.data;
  }
}
