import { Box, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { NewChargeDialog } from '#panel/features/charges/new-charge-dialog.tsx';
import { IconPlus, IconReceipt2 } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { texts } from '#texts/transactions.ts';
import { transactionColumns } from './transaction-columns.tsx';
import { queryOf, useTransactionFilter } from './transaction-filter.ts';
import { TransactionFilters } from './transaction-filters.tsx';
import { TransactionList } from './transaction-list.tsx';

/** Charges and payouts of the environment: list, export, and new charges. */
export function TransactionsPage() {
  const environment = useEnvironment();
  const { filter, change } = useTransactionFilter();
  const mayMoveMoney = useMayMoveMoney('createChargeByHand');
  const [isOpen, { open, close }] = useDisclosure();
  const file = (
    <DownloadButton path={`/api/panel/${environment}/transactions.csv`} query={queryOf(filter)}>
      {texts.exportCsv}
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
                {texts.newCharge}
              </Button>
            )}
          </>
        }
      />
      <TransactionFilters filter={filter} onChange={change} file={file} />
      <TransactionList
        filter={filter}
        caption={texts.caption}
        columns={transactionColumns}
        empty={<Nothing onNew={mayMoveMoney ? open : undefined} />}
        onClear={() => change({})}
      />
      {isOpen && <NewChargeDialog onClose={close} />}
    </>
  );
}

function Nothing({ onNew }: { onNew: (() => void) | undefined }) {
  const action = onNew && <Button onClick={onNew}>{texts.newCharge}</Button>;
  return (
    <EmptyState
      icon={IconReceipt2}
      title={texts.empty}
      description={texts.emptyHint}
      action={action}
    />
  );
}
