import { Paper, Stack, Text, Title } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { texts } from '#panel/texts/texts.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import type { HeldOrder } from './held-types.ts';
import { LatePayments } from './late-payments.tsx';

const words = texts.held;
const ASK_AGAIN = { refetchInterval: 15_000 };

/** Payouts and refunds that wait for an operator, and what the bank did after it had failed. */
export function HeldPage() {
  const orders = api.useQuery('get', '/api/operator/held-orders', undefined, ASK_AGAIN);
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Stack gap="lg">
        <QueryState query={orders} lines={4}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState title={words.empty} description={words.emptyHint} />
            ) : (
              <Paper withBorder p="md">
                <DataTable
                  caption={words.caption}
                  columns={COLUMNS}
                  rows={data}
                  rowKey={(row) => row.id}
                />
              </Paper>
            )
          }
        </QueryState>
        <Stack gap="xs">
          <Title order={2}>{words.lateTitle}</Title>
          <Text size="sm" c="dimmed">
            {words.lateDescription}
          </Text>
          <LatePayments />
        </Stack>
      </Stack>
    </>
  );
}

const COLUMNS: readonly Column<HeldOrder>[] = [
  { key: 'created', label: words.createdAt, render: (row) => <Instant at={row.created_at} /> },
  { key: 'kind', label: words.kind, render: (row) => words.kinds[row.kind] },
  { key: 'merchant', label: words.merchant, render: (row) => `@${row.username}` },
  {
    key: 'amount',
    label: words.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} />,
  },
  { key: 'decide', label: words.decide, render: (row) => <DecisionButtons order={row} /> },
];
