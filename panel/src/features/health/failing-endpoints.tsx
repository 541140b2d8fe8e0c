import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { formatCount } from '#panel/components/format.ts';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#panel/texts/texts.ts';
import type { Health } from './health-page.tsx';

const words = texts.health;
type Endpoint = Health['failing_endpoints'][number];

/** The endpoints that are failing, those with most undelivered first. */
export function FailingEndpoints({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <Section title={words.failing} description={words.failingHint}>
      {endpoints.length === 0 ? (
        <Text>{words.noneFailing}</Text>
      ) : (
        <DataTable
          caption={words.failingCaption}
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
    label: words.merchant,
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
    label: words.url,
    render: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row.url}</span>,
  },
  {
    key: 'environment',
    label: words.environment,
    render: (row) => words.environments[row.environment],
  },
  {
    key: 'retrying',
    label: words.retrying,
    align: 'right',
    render: (row) => formatCount(row.retrying),
  },
  {
    key: 'failed',
    label: words.failedLastDay,
    align: 'right',
    render: (row) => formatCount(row.failed_last_day),
  },
];
