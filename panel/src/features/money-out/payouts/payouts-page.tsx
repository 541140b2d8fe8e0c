import { Box, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Column } from '#panel/components/data-table.tsx';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import type { TransactionItem } from '#panel/features/reports/transactions/transaction-columns.tsx';
import {
  queryOf,
  useTransactionFilter,
} from '#panel/features/reports/transactions/transaction-filter.ts';
import { TransactionFilters } from '#panel/features/reports/transactions/transaction-filters.tsx';
import { TransactionList } from '#panel/features/reports/transactions/transaction-list.tsx';
import { IconPlus, IconSend } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/payouts.ts';
import { NewPayout } from './new-payout.tsx';

/** The list of payouts, and the form of a new one. */
export function PayoutsPage() {
  const environment = useEnvironment();
  const mayMoveMoney = useMayMoveMoney('createPayoutByHand');
  const { filter, change } = useTransactionFilter();
  const [isOpen, { open, close }] = useDisclosure();
  const file = (
    <DownloadButton
      path={`/api/panel/${environment}/transactions.csv`}
      query={queryOf({ ...filter, type: 'payout' })}
    >
      {common.downloadCsv}
    </DownloadButton>
  );
  return (
    <>
      <PageHeader
        isList
        description={texts.description}
        actions={
          <>
            <Box visibleFrom="sm">{file}</Box>
            {mayMoveMoney && (
              <Button leftSection={<IconPlus size={16} />} onClick={open}>
                {texts.newPayout}
              </Button>
            )}
          </>
        }
      />
      <TransactionFilters filter={filter} onChange={change} file={file} ofPayouts />
      <TransactionList
        filter={filter}
        type="payout"
        caption={texts.caption}
        columns={columns}
        empty={<Nothing onNew={mayMoveMoney ? open : undefined} />}
        onClear={() => change({})}
      />
      {isOpen && <NewPayout onClose={close} />}
    </>
  );
}

function Nothing({ onNew }: { onNew: (() => void) | undefined }) {
  const action = onNew && <Button onClick={onNew}>{texts.newPayout}</Button>;
  return (
    <EmptyState icon={IconSend} title={texts.empty} description={texts.emptyHint} action={action} />
  );
}

const columns: readonly Column<TransactionItem>[] = [
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
