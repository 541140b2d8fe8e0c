/** Options of `useInfiniteQuery` for every list of the panel: pages by `cursor` and `next_cursor`. */
export const byCursor = {
  pageParamName: 'cursor',
  // Not undefined: the library would ask for the page after 0.
  initialPageParam: null,
  getNextPageParam: (page: { readonly next_cursor: string | null }) =>
    page.next_cursor ?? undefined,
} as const;
