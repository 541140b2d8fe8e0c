import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { IconPlus, IconSend } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/payouts.ts';
import { NewPayout } from './new-payout.tsx';

type Payout = Answer<'/api/panel/{environment}/transactions'>['data'][number];

/** The list of payouts, and the form of a new one. */
export function PayoutsPage() {
  const environment = useEnvironment();
  const mayMoveMoney = useMayMoveMoney('createPayoutByHand');
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <PageHeader
        description={texts.description}
        actions={
          <>
            <DownloadButton
              path={`/api/panel/${environment}/transactions.csv`}
              query={{ type: 'payout' }}
            >
              {common.downloadCsv}
            </DownloadButton>
            {mayMoveMoney && (
              <Button leftSection={<IconPlus size={16} />} onClick={open}>
                {texts.newPayout}
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
  const payouts = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/transactions',
    { params: { path: { environment }, query: { type: 'payout' } } },
    byCursor,
  );
  const action = onNew && <Button onClick={onNew}>{texts.newPayout}</Button>;
  return (
    <PagedTable
      query={payouts}
      empty={
        <EmptyState
          icon={IconSend}
          title={texts.empty}
          description={texts.emptyHint}
          action={action}
        />
      }
      caption={texts.caption}
      columns={columns}
      rowKey={(row) => row.internal_id}
      rowLink={(row) => ({ to: '/painel/transacoes/$id', params: { id: row.internal_id } })}
    />
  );
}

const columns: readonly Column<Payout>[] = [
  {
    key: 'created_at',
    label: texts.createdAt,
    place: 'time',
    render: (row) => <Instant at={row.created_at} />,
  },
  { key: 'name', label: texts.beneficiary, place: 'name', render: (row) => row.name },
  {
    key: 'amount',
    label: texts.amount,
    align: 'right',
    place: 'amount',
    render: (row) => <Money centavos={row.amount} fw={600} />,
  },
  {
    key: 'fee',
    label: texts.fee,
    align: 'right',
    render: (row) => <Money centavos={row.fee_amount} />,
  },
  {
    key: 'status',
    label: texts.status,
    place: 'state',
    render: (row) => <StatusBadge status={row.status} />,
  },
  {
    key: 'external_id',
    label: texts.externalId,
    render: (row) => row.external_id ?? common.notThere,
  },
  { key: 'paid_at', label: texts.paidAt, render: (row) => <Instant at={row.paid_at} /> },
];
