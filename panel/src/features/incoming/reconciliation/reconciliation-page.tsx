import { Alert, Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCalendarDay, formatCount } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { IconInfoCircle, IconListCheck } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/reconciliation.ts';
import { ReconcileNow } from './reconcile-now.tsx';
import { ReportDetail } from './report-detail.tsx';
import { type ReportItem, stateOf } from './report-types.ts';
import { UnrequestedRefunds } from './unrequested-refunds.tsx';

const ASK_AGAIN_MS = 15_000;
const ASK_AGAIN_SOON_MS = 2_000;

/** The list of reconciled days. */
export function ReconciliationPage() {
  const reports = api.useInfiniteQuery(
    'get',
    '/api/operator/reconciliations',
    {},
    {
      ...byCursor,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ data }) => data.some(({ status }) => status === 'waiting'))
          ? ASK_AGAIN_SOON_MS
          : ASK_AGAIN_MS,
    },
  );
  const first = reports.data?.pages[0];
  return (
    <>
      <PageHeader
        description={
          <>
            {texts.description} {texts.scheduledHint}
          </>
        }
        actions={
          first?.is_bank_configured && (
            <IfAllowed operation="reconcileDay">
              <ReconcileNow />
            </IfAllowed>
          )
        }
      />
      <QueryState query={reports} lines={8}>
        {({ pages }) =>
          pages[0]?.is_bank_configured ? (
            <Stack gap="lg">
              <UnrequestedRefunds />
              <Days rows={pages.flatMap(({ data }) => data)} query={reports} />
            </Stack>
          ) : (
            <Alert variant="outline" icon={<IconInfoCircle size={18} />} title={texts.noBank}>
              {texts.noBankHint}
            </Alert>
          )
        }
      </QueryState>
    </>
  );
}

function Days({
  rows,
  query,
}: {
  rows: readonly ReportItem[];
  query: Parameters<typeof LoadMore>[0]['query'];
}) {
  const [opened, setOpened] = useState<string>();
  if (rows.length === 0)
    return <EmptyState icon={IconListCheck} title={texts.empty} description={texts.emptyHint} />;
  return (
    <Paper withBorder p="md">
      <DataTable
        caption={texts.caption}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.day}
        onRowClick={({ day }) => setOpened(day)}
      />
      <LoadMore query={query} />
      {opened !== undefined && (
        <Dialog
          onClose={() => setOpened(undefined)}
          size="xl"
          title={opened && texts.detailTitle(formatCalendarDay(opened))}
        >
          {opened && <ReportDetail day={opened} />}
        </Dialog>
      )}
    </Paper>
  );
}

const COLUMNS: readonly Column<ReportItem>[] = [
  { key: 'day', place: 'name', label: texts.day, render: (row) => formatCalendarDay(row.day) },
  {
    key: 'state',
    place: 'amount',
    label: texts.state,
    render: (row) => <StatusBadge status={stateOf(row)} />,
  },
  {
    key: 'received',
    place: 'more',
    isNamed: true,
    label: texts.received,
    align: 'right',
    render: (row) => countOf(row.received_count),
  },
  {
    key: 'payouts',
    place: 'more',
    isNamed: true,
    label: texts.payouts,
    align: 'right',
    render: (row) => countOf(row.payout_count),
  },
  {
    key: 'differences',
    place: 'state',
    isNamed: true,
    label: texts.differences,
    align: 'right',
    render: (row) => countOf(row.difference_count),
  },
  {
    key: 'made',
    place: 'time',
    label: texts.madeAt,
    render: (row) => <Instant at={row.made_at} />,
  },
];

function countOf(count: number | null): string {
  return count === null ? common.notThere : formatCount(count);
}
