import { Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import type { paths } from '#panel/api/schema.d.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { IconPlus } from '#panel/icons.ts';
import { useEnvironment } from '#panel/layout/environment.tsx';
import { useMayMoveMoney } from '#panel/layout/session.ts';
import { texts } from '#panel/texts/texts.ts';
import { NewPayout } from './new-payout.tsx';

const words = texts.payouts;
type Answer =
  paths['/api/panel/{environment}/transactions']['get']['responses'][200]['content']['application/json'];
type Payout = Answer['data'][number];

/** Money that was sent, and sending more. */
export function PayoutsPage() {
  const environment = useEnvironment();
  const mayMoveMoney = useMayMoveMoney();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={
          <>
            <DownloadButton
              path={`/api/panel/${environment}/transactions.csv`}
              query={{ type: 'payout' }}
            >
              {texts.common.downloadCsv}
            </DownloadButton>
            {mayMoveMoney && (
              <Button leftSection={<IconPlus size={16} />} onClick={open}>
                {words.newPayout}
              </Button>
            )}
          </>
        }
      />
      <List onNew={mayMoveMoney ? open : undefined} />
      {isOpen && <NewPayout onClose={close} />}
    </>
  );
}

function List({ onNew }: { onNew: (() => void) | undefined }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const payouts = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/transactions',
    { params: { path: { environment }, query: { type: 'payout' } } },
    {
      pageParamName: 'cursor',
      initialPageParam: null,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    },
  );
  return (
    <QueryState query={payouts}>
      {({ pages }) => {
        const rows: Payout[] = pages.flatMap(({ data }) => data);
        if (rows.length === 0) {
          const action = onNew && <Button onClick={onNew}>{words.newPayout}</Button>;
          return <EmptyState title={words.empty} description={words.emptyHint} action={action} />;
        }
        return (
          <Paper withBorder p="md">
            <DataTable
              caption={words.caption}
              columns={columns}
              rows={rows}
              rowKey={(row) => row.internal_id}
              onRowClick={(row) =>
                navigate({ to: '/painel/transacoes/$id', params: { id: row.internal_id } })
              }
            />
            <LoadMore query={payouts} />
          </Paper>
        );
      }}
    </QueryState>
  );
}

const columns: readonly Column<Payout>[] = [
  { key: 'created_at', label: words.createdAt, render: (row) => <Instant at={row.created_at} /> },
  { key: 'name', label: words.beneficiary, render: (row) => row.name },
  {
    key: 'amount',
    label: words.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} fw={600} />,
  },
  {
    key: 'fee',
    label: words.fee,
    align: 'right',
    render: (row) => <Money centavos={row.fee_amount} />,
  },
  { key: 'status', label: words.status, render: (row) => <StatusBadge status={row.status} /> },
  {
    key: 'external_id',
    label: words.externalId,
    render: (row) => row.external_id ?? texts.common.notThere,
  },
  { key: 'paid_at', label: words.paidAt, render: (row) => <Instant at={row.paid_at} /> },
];
