import { Paper, Text, Title } from '@mantine/core';
import { DataTable } from '#panel/components/data-table.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { texts } from '#panel/texts/texts.ts';
import type { Charge } from './transaction-page.tsx';

const words = texts.refunds;

type Refund = NonNullable<Charge['refunds']>[number];

/** What of a charge may still be given back, in centavos: none of one that was not paid. */
export function leftToRefund(charge: Charge): number {
  if (charge.status !== 'paid' && charge.status !== 'partially_refunded') return 0;
  const counted = (charge.refunds ?? []).filter(({ status }) => status !== 'failed');
  return counted.reduce((left, { amount }) => left - amount, charge.amount);
}

/** What was given back of a charge, and what is on its way. */
export function Refunds({ charge }: { charge: Charge }) {
  return (
    <Paper withBorder p="md">
      <Title order={2}>{words.title}</Title>
      <DataTable
        caption={words.caption}
        rows={charge.refunds ?? []}
        rowKey={(refund) => refund.internal_id}
        columns={[
          {
            key: 'created',
            label: words.createdAt,
            render: (refund) => <Instant at={refund.created_at} />,
          },
          { key: 'reason', label: words.reason, render: (refund) => <Reason refund={refund} /> },
          {
            key: 'key',
            label: texts.transactions.key,
            render: ({ client_id: clientId }) => clientId ?? texts.transactions.madeAtPanel,
          },
          {
            key: 'status',
            label: words.status,
            render: ({ status, held }) => (held ? texts.held.badge : words.statuses[status]),
          },
          {
            key: 'amount',
            label: texts.transactions.amount,
            align: 'right',
            render: (refund) => <Money centavos={refund.amount} />,
          },
        ]}
      />
    </Paper>
  );
}

/** Why it was asked for, who gave of their share, and why it failed. */
function Reason({ refund }: { refund: Refund }) {
  const { reason, split, failure_reason: failure } = refund;
  return (
    <>
      {reason ?? texts.common.notThere}
      {split.map(({ username, amount }) => (
        <Text key={username} size="xs" c="dimmed">
          {username}: {formatMoney(amount)}
        </Text>
      ))}
      {failure && (
        <Text size="xs" c="dimmed">
          {failure.message}
        </Text>
      )}
    </>
  );
}
