import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconArrowBackUp } from '#panel/icons.ts';
import { texts } from '#texts/order-resolutions.ts';
import type { ReversedOrder } from './order-types.ts';

const ASK_AGAIN = { refetchInterval: 15_000 };

/** Orders that operators resolved as paid but the bank did not pay, until an operator saw them. */
export function ReversedOrders() {
  const orders = api.useQuery('get', '/api/operator/reversed-orders', undefined, ASK_AGAIN);
  return (
    <Stack gap="xs">
      <Title order={2}>{texts.reversedTitle}</Title>
      <Text size="sm" c="dimmed">
        {texts.reversedDescription}
      </Text>
      <QueryState query={orders} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={IconArrowBackUp}
              title={texts.reversedEmpty}
              description={texts.reversedEmptyHint}
            />
          ) : (
            <Paper withBorder p="md">
              <DataTable
                caption={texts.reversedCaption}
                columns={COLUMNS}
                rows={data}
                rowKey={(row) => row.id}
                dayOf={(row) => row.resolved_at}
              />
            </Paper>
          )
        }
      </QueryState>
    </Stack>
  );
}

const COLUMNS: readonly Column<ReversedOrder>[] = [
  {
    key: 'resolved',
    place: 'time',
    label: texts.resolvedAt,
    render: (row) => <Instant at={row.resolved_at} />,
  },
  {
    key: 'kind',
    place: 'name',
    label: texts.kind,
    render: (row) => `${texts.kinds[row.kind]} ${row.id}`,
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
      <IfAllowed operation="acknowledgeReversedOrder">
        <SeenButton order={row} />
      </IfAllowed>
    ),
  },
];

function SeenButton({ order: { kind, id } }: { order: ReversedOrder }) {
  const client = useQueryClient();
  const mark = api.useMutation('post', '/api/operator/reversed-orders/{kind}/{id}/seen', {
    onSuccess: () => showDone(texts.seen),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={mark.isPending}
      onClick={() => mark.mutate({ params: { path: { kind, id } } })}
    >
      {texts.markSeen}
    </Button>
  );
}
