import { Anchor, Group, Paper, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DataTable } from '#panel/components/data-table.tsx';
import { transactionColumns } from '#panel/features/reports/transactions/transaction-columns.tsx';
import { texts } from '#texts/overview.ts';
import type { Overview } from './overview-types.ts';

const SHOWN = new Set(['createdAt', 'name', 'amount', 'status']);
const columns = transactionColumns.filter(({ key }) => SHOWN.has(key));

/** The latest transactions, with links to their pages. */
export function LatestTransactions({ transactions }: { transactions: Overview['latest'] }) {
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <Title order={2}>{texts.latest}</Title>
        <Anchor component={Link} to="/painel/transacoes" size="sm">
          {texts.allTransactions}
        </Anchor>
      </Group>
      <DataTable
        caption={texts.latestCaption}
        columns={columns}
        rows={transactions}
        rowKey={(row) => row.internal_id}
        dayOf={(row) => row.created_at}
        rowLink={({ internal_id: id }) => ({ to: '/painel/transacoes/$id', params: { id } })}
      />
    </Paper>
  );
}
