import { Button, Paper } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconClock } from '#panel/icons.ts';
import { texts } from '#texts/held-orders.ts';
import type { LatePayment } from './held-order-types.ts';

const ASK_AGAIN = { refetchInterval: 15_000 };

/** Orders that the bank made after they had failed here, and that no operator has acknowledged. */
export function LatePayments() {
  const payments = api.useQuery('get', '/api/operator/late-payments', undefined, ASK_AGAIN);
  return (
    <QueryState query={payments} lines={2}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState icon={IconClock} title={texts.lateEmpty} description={texts.lateEmptyHint} />
        ) : (
          <Paper withBorder p="md">
            <DataTable
              caption={texts.lateCaption}
              columns={COLUMNS}
              rows={data}
              rowKey={(row) => row.id}
              dayOf={(row) => row.found_at}
            />
          </Paper>
        )
      }
    </QueryState>
  );
}

const COLUMNS: readonly Column<LatePayment>[] = [
  {
    key: 'found',
    place: 'time',
    label: texts.foundAt,
    render: (row) => <Instant at={row.found_at} />,
  },
  {
    key: 'kind',
    place: 'name',
    label: texts.kind,
    render: (row) => `${texts.kinds[row.kind]} ${row.id}`,
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} />,
  },
  {
    key: 'debt',
    place: 'state',
    isNamed: true,
    label: texts.debt,
    align: 'right',
    render: (row) => <Money centavos={row.debt_amount} />,
  },
  {
    key: 'decide',
    place: 'more',
    label: texts.decide,
    render: (row) => (
      <IfAllowed operation="acknowledgeLatePayment">
        <SeenButton payment={row} />
      </IfAllowed>
    ),
  },
];

function SeenButton({ payment: { id } }: { payment: LatePayment }) {
  const client = useQueryClient();
  const mark = api.useMutation('post', '/api/operator/late-payments/{id}/seen', {
    onSuccess: () => showDone(texts.seen),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={mark.isPending}
      onClick={() => mark.mutate({ params: { path: { id } } })}
    >
      {texts.markSeen}
    </Button>
  );
}
