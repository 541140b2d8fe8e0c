import { infiniteQueryOptions } from '@tanstack/react-query';
import { byCursor } from '#panel/api/by-cursor.ts';
import { fetchApi } from '#panel/api/client.ts';
import { queryClient } from '#panel/api/query-client.ts';
import { currentEnvironment, type Environment } from '#panel/early/kept-choices.ts';
import { filterOf, queryOf } from './transaction-filter.ts';

const PATH = '/api/panel/{environment}/transactions';
const { pageParamName: _, ...pages } = byCursor;

/** The transactions of a filter, a page at a time. */
export function transactionsQuery(environment: Environment, query: ReturnType<typeof queryOf>) {
  return infiniteQueryOptions({
    ...pages,
    initialPageParam: null as string | null,
    queryKey: ['get', PATH, { params: { path: { environment }, query } }],
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...query, ...(pageParam !== null && { cursor: pageParam }) };
      const params = { path: { environment }, query: page };
      const { data, error } = await fetchApi.GET(PATH, { params, signal });
      if (error) throw error;
      return data;
    },
  });
}

/** Asks for the list before the code of its page is there; the page shows it, or its failure. */
export async function askForTransactions(search: Record<string, unknown>): Promise<void> {
  const query = queryOf(filterOf(search));
  void queryClient.prefetchInfiniteQuery(transactionsQuery(currentEnvironment(), query));
}
