import { NativeSelect, Paper, Stack, Title } from '@mantine/core';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { DataTable } from '#panel/components/data-table.tsx';
import { daysOfPeriod } from '#panel/components/days-of-period.ts';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCount, formatMoney } from '#panel/components/format.ts';
import { ListOptions } from '#panel/components/list-options.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { PeriodChoice } from '#panel/components/period-choice.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatCard } from '#panel/components/stat-card.tsx';
import { useAddressFilter } from '#panel/components/use-address-filter.ts';
import { useAddressPeriod } from '#panel/components/use-address-period.ts';
import type { ChosenPeriod } from '#panel/early/overview-address.ts';
import { IconChartPie } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/splits.ts';
import { splitColumns } from './split-columns.tsx';

const STATUSES = ['pending', 'paid', 'canceled', 'partially_refunded', 'refunded'] as const;

type Status = (typeof STATUSES)[number];

interface Filter {
  readonly period: ChosenPeriod | undefined;
  readonly status: Status | undefined;
}

/** The merchant's shares in charges of other merchants. */
export function SplitsPage() {
  const environment = useEnvironment();
  const { filter: kept, change } = useAddressFilter('situacao');
  const { period, choose } = useAddressPeriod(undefined);
  const status = STATUSES.find((one) => one === kept.situacao);
  const filter: Filter = { period, status };
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        options={
          <ListOptions
            files={
              <DownloadButton
                path={`/api/panel/${environment}/splits-received.csv`}
                query={queryOf(filter)}
              >
                {common.downloadCsv}
              </DownloadButton>
            }
          >
            <PeriodChoice
              label={texts.period}
              chosen={period}
              shown={period && daysOfPeriod(period)}
              daysMax={Number.POSITIVE_INFINITY}
              hasAllTime
              onChoose={choose}
            />
            <NativeSelect
              label={texts.status}
              value={status ?? ''}
              onChange={(event) => change({ situacao: event.currentTarget.value })}
              data={[
                { value: '', label: texts.allStatuses },
                ...STATUSES.map((value) => ({ value, label: common.statuses[value] ?? value })),
              ]}
            />
          </ListOptions>
        }
      />
      <Stack gap="lg">
        <Summary filter={filter} />
        <List filter={filter} />
      </Stack>
    </>
  );
}

function Summary({ filter }: { filter: Filter }) {
  const environment = useEnvironment();
  const query = daysOf(filter);
  const summary = api.useQuery('get', '/api/panel/{environment}/splits-received/summary', {
    params: { path: { environment }, query },
  });
  return (
    <QueryState query={summary} lines={3}>
      {({ paid_amount, pending_amount, origins }) => (
        <Stack gap="lg">
          <div className="stat-grid">
            <Sum label={texts.received} centavos={paid_amount} />
            <Sum label={texts.waiting} centavos={pending_amount} />
          </div>
          {origins.length > 0 && (
            <Paper withBorder p="md">
              <Title order={2}>{texts.byOrigin}</Title>
              <DataTable
                caption={texts.byOriginCaption}
                rows={origins}
                rowKey={(origin) => origin.username}
                columns={[
                  {
                    key: 'origin',
                    place: 'name',
                    label: texts.origin,
                    render: (origin) => origin.name,
                  },
                  {
                    key: 'count',
                    place: 'time',
                    isNamed: true,
                    label: texts.count,
                    align: 'right',
                    render: (origin) => formatCount(origin.count),
                  },
                  {
                    key: 'paid',
                    place: 'amount',
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
  const splits = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/splits-received',
    {
      params: { path: { environment }, query: queryOf(filter) },
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
      dayOf={(row) => row.created_at}
    />
  );
}

function daysOf({ period }: Filter) {
  return period === undefined ? {} : { ...daysOfPeriod(period) };
}

function queryOf(filter: Filter) {
  const { status } = filter;
  return { ...daysOf(filter), ...(status && { status }) };
}
