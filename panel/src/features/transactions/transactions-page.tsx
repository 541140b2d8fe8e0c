import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PageHeader } from '#panel/components/page-header.tsx';
import { IconDownload, IconPlus } from '#panel/icons.ts';
import { useEnvironment } from '#panel/layout/environment.tsx';
import { texts } from '#panel/texts/texts.ts';
import { NewCharge } from './new-charge.tsx';
import { queryOf, useTransactionFilter } from './transaction-filter.ts';
import { TransactionFilters } from './transaction-filters.tsx';
import { TransactionList } from './transaction-list.tsx';

const words = texts.transactions;

/** Every charge and payout of the book: found, exported, and charges made by hand. */
export function TransactionsPage() {
  const environment = useEnvironment();
  const { filter, change } = useTransactionFilter();
  const [isOpen, { open, close }] = useDisclosure();
  const query = new URLSearchParams(
    Object.entries(queryOf(filter)).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={
          <>
            <Button
              component="a"
              href={`/api/panel/${environment}/transactions.csv?${query}`}
              download
              variant="default"
              leftSection={<IconDownload size={16} />}
            >
              {words.exportCsv}
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={open}>
              {words.newCharge}
            </Button>
          </>
        }
      />
      <TransactionFilters filter={filter} onChange={change} />
      <TransactionList filter={filter} onNew={open} onClear={() => change({})} />
      {isOpen && <NewCharge onClose={close} />}
    </>
  );
}
