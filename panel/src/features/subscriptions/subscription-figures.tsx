import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { formatCount, formatMoney } from '#panel/components/format.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatCard } from '#panel/components/stat-card.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/subscription-figures.ts';
import { RunningCards } from './running-cards.tsx';

type Figures = Answer<'/api/panel/{environment}/subscription-figures'>;
type Stop = Figures['period']['ended'][number];

const PERIODS = [30, 90] as const;

function useFigures(days: (typeof PERIODS)[number]) {
  const environment = useEnvironment();
  return api.useQuery(
    'get',
    '/api/panel/{environment}/subscription-figures',
    { params: { path: { environment }, query: { days } } },
    { placeholderData: (before) => before },
  );
}

/** The subscriptions of a merchant in numbers: how many run, and what they bring. */
export function SubscriptionFigures() {
  const figures = useFigures(30);
  return <QueryState query={figures}>{(data) => <Cards figures={data} />}</QueryState>;
}

/** Who joined and who left in a period, and why. */
export function SubscriptionMovement() {
  const [days, setDays] = useState<(typeof PERIODS)[number]>(30);
  const figures = useFigures(days);
  return (
    <QueryState query={figures}>
      {(data) => (
        <Section
          title={texts.movement}
          description={countsOf(data)}
          action={
            <SegmentedControl
              aria-label={texts.period}
              value={String(days)}
              onChange={(value) => setDays(value === '90' ? 90 : 30)}
              data={PERIODS.map((value) => ({
                value: String(value),
                label: texts.periods[value],
              }))}
            />
          }
        >
          <Stack gap="md">
            <Stops title={texts.ended} stops={data.period.ended} />
            <Stops title={texts.notAuthorized} stops={data.period.not_authorized} />
          </Stack>
        </Section>
      )}
    </QueryState>
  );
}

function Cards({ figures }: { figures: Figures }) {
  const { month, retrying } = figures;
  return (
    <div className="stat-grid">
      <RunningCards running={figures} />
      <StatCard
        label={texts.collected}
        value={formatMoney(month.paid.amount)}
        hint={texts.charges(formatCount(month.paid.count))}
      />
      <StatCard
        label={texts.failed}
        value={formatCount(month.failed.count)}
        hint={`${texts.failedHint(formatMoney(month.failed.amount))}; ${texts.retrying(formatCount(retrying.count))}`}
      />
    </div>
  );
}

function countsOf({ period }: Figures): string {
  const sum = (stops: readonly Stop[]) =>
    formatCount(stops.reduce((total, { count }) => total + count, 0));
  const joined = formatCount(period.new_count);
  return texts.counts(joined, sum(period.ended), sum(period.not_authorized));
}

function Stops({ title, stops }: { title: string; stops: readonly Stop[] }) {
  if (stops.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h4" mb={4}>
        {title}
      </Title>
      <DataTable
        caption={title}
        columns={COLUMNS}
        rows={stops}
        rowKey={({ by, code }) => `${by} ${code}`}
      />
    </div>
  );
}

const COLUMNS: readonly Column<Stop>[] = [
  { key: 'by', place: 'name', label: texts.by, render: ({ by }) => texts.stoppers[by] },
  { key: 'reason', place: 'more', label: texts.reason, render: (stop) => <Reason stop={stop} /> },
  {
    key: 'count',
    place: 'amount',
    label: texts.subscriptions,
    align: 'right',
    render: ({ count }) => formatCount(count),
  },
];

function Reason({ stop: { message, code } }: { stop: Stop }) {
  if (message === null) return texts.noReason;
  return (
    <Group gap="xs">
      <span>{message}</span>
      <Text span size="sm" c="dimmed">
        {code}
      </Text>
    </Group>
  );
}
