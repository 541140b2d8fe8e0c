import { Paper } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import { LoadMore } from './load-more.tsx';
import { QueryState, type ShownQuery } from './query-state.tsx';

type Pages<Row> = { readonly pages: readonly { readonly data: readonly Row[] }[] };

/**
 * A table of all pages read so far, with a button for the next page; `empty` if it has no rows.
 * `isFramed` is false in a section, which has a frame.
 */
export function PagedTable<Row>({
  query,
  empty,
  lines,
  isFramed = true,
  ...table
}: Omit<ComponentProps<typeof DataTable<Row>>, 'rows'> & {
  query: ShownQuery<Pages<Row>> & ComponentProps<typeof LoadMore>['query'];
  empty: ReactNode;
  lines?: number;
  isFramed?: boolean;
}) {
  return (
    <QueryState query={query} {...(lines !== undefined && { lines })}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data);
        if (rows.length === 0) return empty;
        const content = (
          <>
            <DataTable {...table} rows={rows} />
            <LoadMore query={query} />
          </>
        );
        if (!isFramed) return content;
        return (
          <Paper withBorder p="md">
            {content}
          </Paper>
        );
      }}
    </QueryState>
  );
}
