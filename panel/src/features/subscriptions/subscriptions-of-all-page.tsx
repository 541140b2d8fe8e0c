import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCount, formatMoney } from '#panel/components/format.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { IconRefresh } from '#panel/icons.ts';
import { texts } from '#texts/subscription-figures.ts';
import { RunningCards } from './running-cards.tsx';

type OfAll = Answer<'/api/operator/subscriptions/{environment}'>;
type Failure = OfAll['failures'][number];

const ENVIRONMENTS = ['live', 'test'] as const;

/** The subscriptions of all merchants in numbers, and what fails for many of them. */
export function SubscriptionsOfAllPage() {
  const [environment, setEnvironment] = useState<'live' | 'test'>('live');
  const figures = api.useQuery(
    'get',
    '/api/operator/subscriptions/{environment}',
    { params: { path: { environment } } },
    { placeholderData: (before) => before },
  );
  return (
    <>
      <PageHeader
        description={texts.ofAllDescription}
        actions={
          <SegmentedControl
            aria-label={texts.environment}
            value={environment}
            onChange={(value) => setEnvironment(value === 'test' ? 'test' : 'live')}
            data={ENVIRONMENTS.map((value) => ({ value, label: texts.environments[value] }))}
          />
        }
      />
      <QueryState query={figures} lines={8}>
        {(data) => (
          <Stack gap="lg">
            <div className="stat-grid">
              <RunningCards running={data} />
            </div>
            <Section title={texts.failures} description={texts.failuresHint}>
              {data.failures.length === 0 ? (
                <EmptyState icon={IconRefresh} title={texts.noFailures} />
              ) : (
                <DataTable
                  caption={texts.failures}
                  columns={COLUMNS}
                  rows={data.failures}
                  rowKey={({ code }) => String(code)}
                />
              )}
            </Section>
          </Stack>
        )}
      </QueryState>
    </>
  );
}

const COLUMNS: readonly Column<Failure>[] = [
  {
    key: 'reason',
    place: 'name',
    label: texts.reason,
    render: ({ message, code }) => message ?? code,
  },
  {
    key: 'merchants',
    place: 'state',
    isNamed: true,
    label: texts.merchants,
    align: 'right',
    render: ({ merchants }) => formatCount(merchants),
  },
  {
    key: 'attempts',
    place: 'time',
    isNamed: true,
    label: texts.attempts,
    align: 'right',
    render: ({ count }) => formatCount(count),
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: ({ amount }) => formatMoney(amount),
  },
];
