import { Group, Paper, SegmentedControl, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { type ChartNumbers, DownloadNumbers } from '#panel/components/download-numbers.tsx';
import { formatCalendarDay, formatCount, formatMoney } from '#panel/components/format.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatCard } from '#panel/components/stat-card.tsx';
import { texts } from '#texts/revenue.ts';
import { growthText } from './growth.ts';
import type { Revenue } from './revenue-types.ts';
import { TopMerchants } from './top-merchants.tsx';
import { VolumeChart } from './volume-chart.tsx';

type Day = Revenue['days'][number];

const PERIODS = [7, 30, 90] as const;
const PERIOD_DEFAULT = 30;
const ENVIRONMENTS = ['live', 'test'] as const;
const CHART_HEIGHT = 240;

/** The platform's revenue: fees, volume, active merchants, and the largest merchants. */
export function RevenuePage() {
  const [environment, setEnvironment] = useState<'live' | 'test'>('live');
  const [days, setDays] = useState<(typeof PERIODS)[number]>(PERIOD_DEFAULT);
  const revenue = api.useQuery(
    'get',
    '/api/operator/revenue/{environment}',
    { params: { path: { environment }, query: { days } } },
    { placeholderData: (before) => before },
  );
  return (
    <>
      <PageHeader
        description={texts.description}
        actions={
          <Group gap="sm">
            <SegmentedControl
              aria-label={texts.environment}
              value={environment}
              onChange={(value) => setEnvironment(value === 'test' ? 'test' : 'live')}
              data={ENVIRONMENTS.map((value) => ({ value, label: texts.environments[value] }))}
            />
            <SegmentedControl
              aria-label={texts.period}
              value={String(days)}
              onChange={(value) =>
                setDays(PERIODS.find((one) => String(one) === value) ?? PERIOD_DEFAULT)
              }
              data={PERIODS.map((value) => ({
                value: String(value),
                label: texts.periods[value],
              }))}
            />
          </Group>
        }
      />
      <QueryState query={revenue} lines={8}>
        {(data) => (
          <Stack gap="lg">
            <Figures revenue={data} />
            <Chart revenue={data} />
            <TopMerchants merchants={data.top} />
            <Section title={texts.daysTitle}>
              <DataTable
                caption={texts.daysCaption}
                columns={COLUMNS}
                rows={data.days.toReversed()}
                rowKey={({ day }) => day}
              />
            </Section>
          </Stack>
        )}
      </QueryState>
    </>
  );
}

function Figures({ revenue: { totals, before } }: { revenue: Revenue }) {
  return (
    <div className="stat-grid">
      <StatCard
        label={texts.fees}
        value={formatMoney(totals.fees)}
        hint={growthText(totals.fees, before.fees)}
      />
      <StatCard
        label={texts.volume}
        value={formatMoney(totals.paid_amount)}
        hint={growthText(totals.paid_amount, before.paid_amount)}
      />
      <StatCard
        label={texts.activeMerchants}
        value={formatCount(totals.active_merchants)}
        hint={growthText(totals.active_merchants, before.active_merchants)}
      />
      <StatCard
        label={texts.newMerchants}
        value={formatCount(totals.new_merchants)}
        hint={growthText(totals.new_merchants, before.new_merchants)}
      />
    </div>
  );
}

function Chart({ revenue: { days, totals } }: { revenue: Revenue }) {
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="md">
        <Title order={2}>{texts.chartTitle}</Title>
        <DownloadNumbers numbers={numbersOf(days)} />
      </Group>
      <div role="img" aria-label={texts.chartSummary(formatMoney(totals.paid_amount), days.length)}>
        <VolumeChart bars={days} height={CHART_HEIGHT} />
      </div>
    </Paper>
  );
}

function numbersOf(days: Revenue['days']): ChartNumbers {
  return {
    name: texts.chartFile(days[0]?.day ?? '', days.at(-1)?.day ?? ''),
    heads: [texts.day, texts.fees, texts.volume, texts.payments, texts.activeMerchants],
    rows: days.map(({ day, fees, paid_amount: amount, paid_count: count, ...rest }) => ({
      day,
      values: [{ centavos: fees }, { centavos: amount }, count, rest.active_merchants],
    })),
  };
}

const COLUMNS: readonly Column<Day>[] = [
  { key: 'day', place: 'name', label: texts.day, render: ({ day }) => formatCalendarDay(day) },
  {
    key: 'fees',
    place: 'state',
    isNamed: true,
    label: texts.fees,
    align: 'right',
    render: ({ fees }) => <span className="tabular">{formatMoney(fees)}</span>,
  },
  {
    key: 'volume',
    place: 'amount',
    label: texts.volume,
    align: 'right',
    render: ({ paid_amount: amount }) => <span className="tabular">{formatMoney(amount)}</span>,
  },
  {
    key: 'payments',
    place: 'time',
    isNamed: true,
    label: texts.payments,
    align: 'right',
    render: ({ paid_count: count }) => formatCount(count),
  },
  {
    key: 'merchants',
    label: texts.activeMerchants,
    align: 'right',
    render: ({ active_merchants: count }) => formatCount(count),
  },
];
