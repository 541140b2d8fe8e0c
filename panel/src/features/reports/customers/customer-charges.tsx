import { Title } from '@mantine/core';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { ReceiptLink } from '#panel/features/reports/receipts/receipt-link.tsx';
import {
  detailsOf,
  type TransactionItem,
  transactionColumns,
} from '#panel/features/reports/transactions/transaction-columns.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/customers.ts';
import { texts as receiptTexts } from '#texts/receipts.ts';
import { texts as transactionTexts } from '#texts/transactions.ts';

const columns: readonly Column<TransactionItem>[] = [
  // The customer has the name: its column shows the references.
  ...transactionColumns
    .filter(({ key }) => key !== 'actions')
    .map((column) =>
      column.key === 'name'
        ? {
            ...column,
            label: transactionTexts.externalId,
            render: (row: TransactionItem) => detailsOf(row) || common.notThere,
          }
        : column,
    ),
  {
    key: 'receipt',
    label: receiptTexts.column,
    render: ({ internal_id: id, paid_at: paidAt }) =>
      paidAt === null ? common.notThere : <ReceiptLink id={id} />,
  },
  ...transactionColumns.filter(({ key }) => key === 'actions'),
];

/** The charges of a customer, newest first, with their receipts. */
export function CustomerCharges({ id }: { id: string }) {
  const environment = useEnvironment();
  const charges = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/transactions',
    { params: { path: { environment }, query: { customer: id } } },
    byCursor,
  );
  return (
    <div>
      <Title order={2} mb="sm">
        {texts.chargesTitle}
      </Title>
      <PagedTable
        query={charges}
        empty={<EmptyState title={texts.noCharges} />}
        caption={texts.chargesCaption}
        columns={columns}
        rowKey={({ internal_id: one }) => one}
        dayOf={({ created_at: at }) => at}
        rowLink={({ internal_id: one }) => ({
          to: '/painel/transacoes/$id',
          params: { id: one },
        })}
      />
    </div>
  );
}
