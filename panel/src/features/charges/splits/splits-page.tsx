import { Group, NativeSelect, Paper, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { DataTable } from '#panel/components/data-table.tsx';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCount, formatMoney } from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatCard } from '#panel/components/stat-card.tsx';
import { IconChartPie } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/splits.ts';
import { splitColumns } from './split-columns.tsx';

const STATUSES = ['pending', 'paid', 'canceled', 'partially_refunded', 'refunded'] as const;

interface Filter {
  readonly from: string;
  readonly to: string;
  readonly status: string;
}

/** The merchant's shares in charges of other merchants. */
export function SplitsPage() {
  const environment = useEnvironment();
  const [filter, setFilter] = useState<Filter>({ from: '', to: '', status: '' });
  return (
    <>
      <PageHeader
        description={texts.description}
        actions={
          <DownloadButton
            path={`/api/panel/${environment}/splits-received.csv`}
            query={{ ...filter }}
          >
            {common.downloadCsv}
          </DownloadButton>
        }
      />
      <Stack gap="lg">
        <Filters filter={filter} onChange={setFilter} />
        <Summary filter={filter} />
        <List filter={filter} />
      </Stack>
    </>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        type="date"
        label={texts.from}
        value={filter.from}
        onChange={(event) => onChange({ ...filter, from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={texts.to}
        value={filter.to}
        onChange={(event) => onChange({ ...filter, to: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.status}
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.currentTarget.value })}
        data={[
          { value: '', label: texts.allStatuses },
          ...STATUSES.map((value) => ({ value, label: common.statuses[value] ?? value })),
        ]}
      />
    </Group>
  );
}

function Summary({ filter }: { filter: Filter }) {
  const environment = useEnvironment();
  const query = periodOf(filter);
  const summary = api.useQuery('get', '/api/panel/{environment}/splits-received/summary', {
    params: { path: { environment }, query },
  });
  return (
    <QueryState query={summary} lines={3}>
      {({ paid_amount, pending_amount, origins }) => (
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Sum label={texts.received} centavos={paid_amount} />
            <Sum label={texts.waiting} centavos={pending_amount} />
          </SimpleGrid>
          {origins.length > 0 && (
            <Paper withBorder p="md">
              <Title order={2}>{texts.byOrigin}</Title>
              <DataTable
                caption={texts.byOriginCaption}
                rows={origins}
                rowKey={(origin) => origin.username}
                columns={[
                  { key: 'origin', label: texts.origin, render: (origin) => origin.name },
                  {
                    key: 'count',
                    label: texts.count,
                    align: 'right',
                    render: (origin) => formatCount(origin.count),
                  },
                  {
                    key: 'paid',
                    label: texts.received,
                    align: 'right',
                    render: (origin) => <Money centavos={origin.paid_amount} />,
                  },
                ]}
              />
            </Paper>
          )}
        </Stack>
      )}
    </QueryState>
  );
}

function Sum({ label, centavos }: { label: string; centavos: number }) {
  return <StatCard label={label} value={formatMoney(centavos)} />;
}

function List({ filter }: { filter: Filter }) {
  const environment = useEnvironment();
  const status = STATUSES.find((one) => one === filter.status);
  const splits = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/splits-received',
    {
      params: { path: { environment }, query: { ...periodOf(filter), ...(status && { status }) } },
    },
    byCursor,
  );
  return (
    <PagedTable
      query={splits}
      empty={<EmptyState icon={IconChartPie} title={texts.empty} description={texts.emptyHint} />}
      caption={texts.caption}
      columns={splitColumns}
      rowKey={(row) => row.charge_id}
    />
  );
}

function periodOf({ from, to }: Filter) {
  return { ...(from && { from }), ...(to && { to }) };
}
