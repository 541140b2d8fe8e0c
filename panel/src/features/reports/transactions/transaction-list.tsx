import { Button, Center, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatInstant } from '#panel/components/format.ts';
import { LoadMore } from '#panel/components/load-more.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconSearch } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/transactions.ts';
import type { TransactionItem } from './transaction-columns.tsx';
import { queryOf, type TransactionFilter } from './transaction-filter.ts';
import { transactionsQuery } from './transactions-query.ts';

/** After this number of pages with few matches the search stops and shows a button. */
const SEARCHES_ON = 10;
const FOUND_ENOUGH = 10;

/** The transactions of a filter, a page at a time; `empty` if there are none without a filter. */
export function TransactionList({
  filter,
  type,
  caption,
  columns,
  empty,
  onClear,
}: {
  filter: TransactionFilter;
  /** The only type that the page lists. */
  type?: TransactionFilter['type'];
  caption: string;
  columns: readonly Column<TransactionItem>[];
  empty: ReactNode;
  onClear: () => void;
}) {
  const isFiltered = Object.keys(queryOf(filter)).length > 0;
  const transactions = useTransactions(queryOf({ ...filter, ...(type && { type }) }));
  return (
    <QueryState query={transactions} lines={8}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data);
        const searchedUntil = pages.at(-1)?.searched_until;
        if (rows.length === 0 && !searchedUntil) {
          return isFiltered ? <NothingFound onClear={onClear} /> : empty;
        }
        return (
          <Paper withBorder p="md">
            {rows.length > 0 && (
              <DataTable
                caption={caption}
                columns={columns}
                rows={rows}
                rowKey={(row) => row.internal_id}
                dayOf={(row) => row.created_at}
                rowLink={({ internal_id: id }) => ({
                  to: '/painel/transacoes/$id',
                  params: { id },
                })}
              />
            )}
            {searchedUntil ? (
              <SearchOn until={searchedUntil} query={transactions} />
            ) : (
              <LoadMore query={transactions} />
            )}
          </Paper>
        );
      }}
    </QueryState>
  );
}

/**
 * The pages of a filter. Each page searches a period, so few matches read the next page at once.
 */
function useTransactions(query: ReturnType<typeof queryOf>) {
  const environment = useEnvironment();
  const transactions = useInfiniteQuery(transactionsQuery(environment, query));
  const { data, hasNextPage, isFetching, fetchNextPage } = transactions;
  const pages = data?.pages ?? [];
  const found = pages.reduce((count, page) => count + page.data.length, 0);
  const searchesOn =
    pages.at(-1)?.searched_until != null && found < FOUND_ENOUGH && pages.length < SEARCHES_ON;
  useEffect(() => {
    if (searchesOn && hasNextPage && !isFetching) void fetchNextPage();
  }, [searchesOn, hasNextPage, isFetching, fetchNextPage]);
  return transactions;
}

function SearchOn({
  until,
  query,
}: {
  until: string;
  query: { isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  return (
    <Center mt="md">
      <Stack gap="xs" align="center">
        <Text size="sm" c="dimmed" role="status">
          {texts.searchedUntil(formatInstant(until))}
        </Text>
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {texts.searchOn}
        </Button>
      </Stack>
    </Center>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const action = (
    <Button variant="default" onClick={onClear}>
      {texts.clearFilters}
    </Button>
  );
  return (
    <EmptyState
      icon={IconSearch}
      title={texts.nothingFound}
      description={texts.nothingFoundHint}
      action={action}
    />
  );
}
