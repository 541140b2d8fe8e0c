import { hashKey, type QueryKey } from '@tanstack/react-query';

/** Options of `useInfiniteQuery` for every list of the panel: pages by `cursor` and `next_cursor`. */
export const byCursor = {
  pageParamName: 'cursor',
  // Must not be undefined: the library would then use 0 as the first cursor.
  initialPageParam: null,
  getNextPageParam: (page: { readonly next_cursor: string | null }) =>
    page.next_cursor ?? undefined,
  // `useQuery` of the same request keeps one answer, where this hook keeps a list of pages.
  queryKeyHashFn: (key: QueryKey) => `pages ${hashKey(key)}`,
} as const;
