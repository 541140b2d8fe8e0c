import { Paper, Title } from '@mantine/core';
import type { Charge } from '#panel/api/transaction.ts';
import { DataTable } from '#panel/components/data-table.tsx';
import { formatBasisPoints } from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#texts/transactions.ts';

const BASIS_POINTS_PER_PERCENT = 100;

/** The shares of a charge, with recipients and amounts. */
export function TransactionShares({ charge }: { charge: Charge }) {
  return (
    <Paper withBorder p="md">
      <Title order={2}>{texts.splits}</Title>
      <DataTable
        caption={texts.sharesCaption}
        rows={charge.split}
        rowKey={(share) => share.username}
        columns={[
          {
            key: 'username',
            place: 'name',
            label: texts.splitUsername,
            render: (share) => share.username,
          },
          {
            key: 'percentage',
            place: 'time',
            label: texts.splitPercentage,
            align: 'right',
            render: ({ percentage }) =>
              percentage === null
                ? texts.fixedShare
                : formatBasisPoints(Math.round(percentage * BASIS_POINTS_PER_PERCENT)),
          },
          {
            key: 'amount',
            place: 'amount',
            label: texts.share,
            align: 'right',
            render: (share) => <Money centavos={share.amount} />,
          },
          {
            key: 'status',
            place: 'state',
            label: texts.status,
            render: (share) => <StatusBadge status={share.status} />,
          },
        ]}
      />
    </Paper>
  );
}
