import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DataTable } from '#panel/components/data-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { Section } from '#panel/components/section.tsx';
import { disputeColumns } from '#panel/features/disputes/dispute-columns.tsx';
import { RefundReceiptLink } from '#panel/features/reports/receipts/receipt-link.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/customers.ts';
import { texts as receiptTexts } from '#texts/receipts.ts';
import { texts as refundTexts } from '#texts/refunds.ts';
import type { Customer } from './customer-types.ts';

/** The newest refunds and disputes of a customer; nothing without any. */
export function CustomerReturns({ customer }: { customer: Customer }) {
  return (
    <>
      {customer.refunds.length > 0 && <Refunds id={customer.id} refunds={customer.refunds} />}
      {customer.disputes.length > 0 && (
        <Section title={texts.disputesTitle} action={<All of="contestacoes" id={customer.id} />}>
          <DataTable
            caption={texts.disputesCaption}
            columns={disputeColumns}
            rows={customer.disputes}
            rowKey={(row) => row.internal_id}
            rowLink={({ internal_id: id }) => ({ to: '/painel/contestacoes/$id', params: { id } })}
          />
        </Section>
      )}
    </>
  );
}

function All({ of, id }: { of: 'devolucoes' | 'contestacoes'; id: string }) {
  const to = { to: `/painel/${of}`, search: { cliente: id } } as const;
  return (
    <Anchor underline="always" size="sm" renderRoot={(props) => <Link {...to} {...props} />}>
      {of === 'devolucoes' ? texts.allRefunds : texts.allDisputes}
    </Anchor>
  );
}

function Refunds({ id: customer, refunds }: Pick<Customer, 'id' | 'refunds'>) {
  return (
    <Section title={refundTexts.title} action={<All of="devolucoes" id={customer} />}>
      <DataTable
        caption={refundTexts.caption}
        rows={refunds}
        rowKey={({ internal_id: id }) => id}
        dayOf={({ created_at: at }) => at}
        rowLink={({ transaction_id: id }) => ({ to: '/painel/transacoes/$id', params: { id } })}
        columns={[
          {
            key: 'created',
            place: 'time',
            label: refundTexts.createdAt,
            render: ({ created_at: at }) => <Instant at={at} />,
          },
          {
            key: 'reason',
            place: 'name',
            label: refundTexts.reason,
            render: ({ reason }) => reason ?? common.notThere,
          },
          {
            key: 'status',
            place: 'state',
            label: refundTexts.status,
            render: ({ status, held }) => (held ? common.held : refundTexts.statuses[status]),
          },
          {
            key: 'amount',
            place: 'amount',
            label: refundTexts.refundAmount,
            align: 'right',
            render: ({ amount }) => <Money centavos={amount} />,
          },
          {
            key: 'receipt',
            label: receiptTexts.column,
            render: ({ status, internal_id: id }) =>
              status === 'done' ? <RefundReceiptLink id={id} /> : common.notThere,
          },
        ]}
      />
    </Section>
  );
}
