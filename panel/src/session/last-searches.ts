type Search = Readonly<Record<string, unknown>>;

const searches = new Map<string, Search>();

/** Remembers the search with which a page was last shown in this tab. */
export function rememberSearch(path: string, search: Search): void {
  searches.set(path, search);
}

/** The search with which a page was last shown in this tab, without the environment. */
export function lastSearch(path: string): Search {
  const { ambiente: _, ...search } = searches.get(path) ?? {};
  return search;
}
