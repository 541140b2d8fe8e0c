import { Paper, Title } from '@mantine/core';
import { DataTable } from '#panel/components/data-table.tsx';
import { formatBasisPoints } from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#panel/texts/texts.ts';
import type { Charge } from './transaction-page.tsx';

const words = texts.transactions;
const BASIS_POINTS_PER_PERCENT = 100;

/** Who shares in a charge, and how much. */
export function Shares({ charge }: { charge: Charge }) {
  return (
    <Paper withBorder p="md">
      <Title order={2}>{words.splits}</Title>
      <DataTable
        caption={words.sharesCaption}
        rows={charge.split}
        rowKey={(share) => share.username}
        columns={[
          { key: 'username', label: words.splitUsername, render: (share) => share.username },
          {
            key: 'percentage',
            label: words.splitPercentage,
            align: 'right',
            render: ({ percentage }) =>
              formatBasisPoints(Math.round(percentage * BASIS_POINTS_PER_PERCENT)),
          },
          {
            key: 'amount',
            label: words.share,
            align: 'right',
            render: (share) => <Money centavos={share.amount} />,
          },
          {
            key: 'status',
            label: words.status,
            render: (share) => <StatusBadge status={share.status} />,
          },
        ]}
      />
    </Paper>
  );
}
