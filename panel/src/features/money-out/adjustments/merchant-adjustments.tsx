import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import type { Environment } from '#panel/session/environment.tsx';
import { texts } from '#texts/adjustments.ts';
import { AdjustButton } from './adjust-button.tsx';
import type { Adjustment } from './adjustment-types.ts';
import { HoldButton } from './hold-button.tsx';
import { OpenHolds } from './open-holds.tsx';

const SHOWN_MAX = 20;

/** The changes of a merchant's balance by operators, with the forms to change it. */
export function MerchantAdjustments({ username }: { username: string }) {
  const [environment, setEnvironment] = useState<Environment>('live');
  return (
    <Section title={texts.title} description={texts.description}>
      <Stack gap="lg">
        <Group justify="space-between">
          <SegmentedControl
            aria-label={texts.environment}
            value={environment}
            onChange={(value) => setEnvironment(value === 'test' ? 'test' : 'live')}
            data={(['live', 'test'] as const).map((value) => ({
              value,
              label: texts.environments[value],
            }))}
          />
          <Group gap="xs">
            <IfAllowed operation="adjustBalance">
              <AdjustButton username={username} environment={environment} />
            </IfAllowed>
            <IfAllowed operation="holdBalance">
              <HoldButton username={username} environment={environment} />
            </IfAllowed>
          </Group>
        </Group>
        <OpenHolds username={username} environment={environment} />
        <Changes username={username} environment={environment} />
      </Stack>
    </Section>
  );
}

function Changes({ username, environment }: { username: string; environment: Environment }) {
  const changes = api.useQuery('get', '/api/operator/merchants/{username}/adjustments', {
    params: { path: { username }, query: { environment, limit: SHOWN_MAX } },
  });
  return (
    <Stack gap="xs">
      <Title order={3}>{texts.changes}</Title>
      <QueryState query={changes} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.changesEmpty}
            </Text>
          ) : (
            <DataTable
              caption={texts.changes}
              columns={COLUMNS}
              rows={data}
              rowKey={(row) => row.internal_id}
              dayOf={(row) => row.created_at}
            />
          )
        }
      </QueryState>
    </Stack>
  );
}

const COLUMNS: readonly Column<Adjustment>[] = [
  { key: 'at', place: 'time', label: texts.at, render: (row) => <Instant at={row.created_at} /> },
  { key: 'kind', place: 'name', label: texts.kind, render: (row) => texts.kinds[row.kind] },
  {
    key: 'reason',
    place: 'more',
    label: texts.reason,
    render: (row) => (row.reference === null ? row.reason : `${row.reason} (${row.reference})`),
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} />,
  },
];
