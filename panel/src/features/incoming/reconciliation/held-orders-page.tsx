import { Paper, Stack, Text, Title } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { ReversedOrders } from '#panel/features/money-out/order-resolutions/reversed-orders.tsx';
import { StuckOrders } from '#panel/features/money-out/order-resolutions/stuck-orders.tsx';
import { PlatformStop } from '#panel/features/money-out/payouts/stop/platform-stop.tsx';
import { IconCircleCheck } from '#panel/icons.ts';
import { texts } from '#texts/held-orders.ts';
import { HeldOrderButtons } from './held-order-buttons.tsx';
import type { HeldOrder } from './held-order-types.ts';
import { LatePayments } from './late-payments.tsx';

const ASK_AGAIN = { refetchInterval: 15_000 };

/** Held payouts and refunds, and orders that the bank made after they had failed here. */
export function HeldOrdersPage() {
  const orders = api.useQuery('get', '/api/operator/held-orders', undefined, ASK_AGAIN);
  return (
    <>
      <PageHeader description={texts.description} isList />
      <Stack gap="lg">
        <PlatformStop />
        <QueryState query={orders} lines={4}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState
                icon={IconCircleCheck}
                title={texts.empty}
                description={texts.emptyHint}
              />
            ) : (
              <Paper withBorder p="md">
                <DataTable
                  caption={texts.caption}
                  columns={COLUMNS}
                  rows={data}
                  rowKey={(row) => row.id}
                  dayOf={(row) => row.created_at}
                />
              </Paper>
            )
          }
        </QueryState>
        <StuckOrders />
        <ReversedOrders />
        <Stack gap="xs">
          <Title order={2}>{texts.lateTitle}</Title>
          <Text size="sm" c="dimmed">
            {texts.lateDescription}
          </Text>
          <LatePayments />
        </Stack>
      </Stack>
    </>
  );
}

const COLUMNS: readonly Column<HeldOrder>[] = [
  {
    key: 'created',
    place: 'time',
    label: texts.createdAt,
    render: (row) => <Instant at={row.created_at} />,
  },
  { key: 'kind', place: 'name', label: texts.kind, render: (row) => texts.kinds[row.kind] },
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
      <IfAllowed operation="decideHeldOrder">
        <HeldOrderButtons order={row} />
      </IfAllowed>
    ),
  },
];
