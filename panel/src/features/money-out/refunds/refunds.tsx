import { Paper, Text, Title } from '@mantine/core';
import type { Charge } from '#panel/api/transaction.ts';
import { DataTable } from '#panel/components/data-table.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { RefundReceiptLink } from '#panel/features/reports/receipts/receipt-link.tsx';
import { common } from '#panel/texts/common.ts';
import { texts as receiptTexts } from '#texts/receipts.ts';
import { texts } from '#texts/refunds.ts';

type Refund = NonNullable<Charge['refunds']>[number];

/** The amount of a charge that can still be refunded, in centavos; 0 if it was not paid. */
export function leftToRefund(charge: Charge): number {
  if (charge.status !== 'paid' && charge.status !== 'partially_refunded') return 0;
  const counted = (charge.refunds ?? []).filter(({ status }) => status !== 'failed');
  const undisputed = charge.amount - (charge.disputed_amount ?? 0);
  return counted.reduce((left, { amount }) => left - amount, undisputed);
}

/** The refunds of a charge, with the pending ones. */
export function Refunds({ charge }: { charge: Charge }) {
  return (
    <Paper withBorder p="md">
      <Title order={2}>{texts.title}</Title>
      <DataTable
        caption={texts.caption}
        rows={charge.refunds ?? []}
        rowKey={(refund) => refund.internal_id}
        columns={[
          {
            key: 'created',
            place: 'time',
            label: texts.createdAt,
            render: (refund) => <Instant at={refund.created_at} />,
          },
          {
            key: 'reason',
            place: 'name',
            label: texts.reason,
            render: (refund) => <Reason refund={refund} />,
          },
          {
            key: 'key',
            place: 'more',
            isNamed: true,
            label: texts.origin,
            render: ({ client_id: clientId }) => clientId ?? texts.madeAtPanel,
          },
          {
            key: 'status',
            place: 'state',
            label: texts.status,
            render: ({ status, held }) => (held ? common.held : texts.statuses[status]),
          },
          {
            key: 'amount',
            place: 'amount',
            label: texts.refundAmount,
            align: 'right',
            render: (refund) => <Money centavos={refund.amount} />,
          },
          {
            key: 'receipt',
            place: 'more',
            label: receiptTexts.column,
            render: ({ status, internal_id: id }) =>
              status === 'done' ? <RefundReceiptLink id={id} /> : common.notThere,
          },
        ]}
      />
    </Paper>
  );
}

/** The reason, the allocations to recipients, and where the money is until the payer has it. */
function Reason({ refund }: { refund: Refund }) {
  const { reason, split, status, held, failure_reason: failure } = refund;
  return (
    <>
      {reason ?? common.notThere}
      {split.map(({ username, amount }) => (
        <Text key={username} size="xs" c="dimmed">
          {username}: {formatMoney(amount)}
        </Text>
      ))}
      {failure && (
        <Text size="xs" c="dimmed">
          {failure.message}
          <br />
          {texts.moneyIsBack}
        </Text>
      )}
      {status === 'pending' && !held && (
        <Text size="xs" c="dimmed">
          {texts.bankHasNotConfirmed}
        </Text>
      )}
    </>
  );
}
