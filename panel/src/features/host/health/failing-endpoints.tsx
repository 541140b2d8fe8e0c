import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { formatCount } from '#panel/components/format.ts';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#texts/health.ts';
import type { Health } from './health-types.ts';

type Endpoint = Health['failing_endpoints'][number];

/** The failing endpoints, sorted by the number of undelivered events. */
export function FailingEndpoints({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <Section title={texts.failing} description={texts.failingHint}>
      {endpoints.length === 0 ? (
        <Text>{texts.noneFailing}</Text>
      ) : (
        <DataTable
          caption={texts.failingCaption}
          columns={COLUMNS}
          rows={endpoints}
          rowKey={(row) => row.id}
        />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    key: 'merchant',
    place: 'name',
    label: texts.merchant,
    render: ({ username }) => (
      <Anchor
        renderRoot={(props) => (
          <Link to="/operador/lojistas/$username" params={{ username }} {...props} />
        )}
        inherit
        underline="always"
      >
        @{username}
      </Anchor>
    ),
  },
  {
    key: 'url',
    place: 'more',
    label: texts.url,
    render: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row.url}</span>,
  },
  {
    key: 'environment',
    place: 'amount',
    label: texts.environment,
    render: (row) => texts.environments[row.environment],
  },
  {
    key: 'retrying',
    place: 'time',
    isNamed: true,
    label: texts.retrying,
    align: 'right',
    render: (row) => formatCount(row.retrying),
  },
  {
    key: 'failed',
    place: 'state',
    isNamed: true,
    label: texts.failedLastDay,
    align: 'right',
    render: (row) => formatCount(row.failed_last_day),
  },
];
