import { Paper, Stack, Text, Title } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconCircleCheck } from '#panel/icons.ts';
import { texts } from '#texts/order-resolutions.ts';
import type { StuckOrder } from './order-types.ts';
import { ResolveButton } from './resolve-button.tsx';

const ASK_AGAIN = { refetchInterval: 15_000 };

/** Payouts and refunds that the bank doesn't explain. */
export function StuckOrders() {
  const orders = api.useQuery('get', '/api/operator/stuck-orders', undefined, ASK_AGAIN);
  return (
    <Stack gap="xs">
      <Title order={2}>{texts.title}</Title>
      <Text size="sm" c="dimmed">
        {texts.description}
      </Text>
      <QueryState query={orders} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={IconCircleCheck} title={texts.empty} description={texts.emptyHint} />
          ) : (
            <Paper withBorder p="md">
              <DataTable
                caption={texts.caption}
                columns={COLUMNS}
                rows={data}
                rowKey={(row) => row.id}
                dayOf={(row) => row.sent_at}
              />
            </Paper>
          )
        }
      </QueryState>
    </Stack>
  );
}

const COLUMNS: readonly Column<StuckOrder>[] = [
  {
    key: 'sent',
    place: 'time',
    label: texts.sentAt,
    render: (row) => <Instant at={row.sent_at} />,
  },
  {
    key: 'kind',
    place: 'name',
    label: texts.kind,
    render: (row) => (
      <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
        {texts.kinds[row.kind]}
        <Text size="sm" c="dimmed" className="tabular">
          {row.id}
        </Text>
        <Text size="sm" c="dimmed">
          {row.is_known_at_bank ? texts.known : texts.unknown}
        </Text>
      </Stack>
    ),
  },
  { key: 'merchant', place: 'state', label: texts.merchant, render: (row) => `@${row.username}` },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} />,
  },
  {
    key: 'decide',
    place: 'more',
    label: texts.decide,
    render: (row) => (
      <IfAllowed operation="proposeOrderResolution">
        <ResolveButton order={row} />
      </IfAllowed>
    ),
  },
];
