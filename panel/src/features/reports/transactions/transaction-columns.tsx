import { Text } from '@mantine/core';
import { Suspense } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { formatCalendarDay, formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { lazyPart } from '#panel/components/lazy-part.ts';
import { Money } from '#panel/components/money.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts as dueTexts } from '#texts/due.ts';
import { texts } from '#texts/transactions.ts';

const ChargeMenu = lazyPart(
  async () => (await import('#panel/features/charges/charge-menu.tsx')).ChargeMenu,
);

/** A charge or a payout in a list. */
export type TransactionItem = Answer<'/api/panel/{environment}/transactions'>['data'][number];

/** The reference of a transaction, and its description: for a charge of a link the link's title. */
export function detailsOf(row: TransactionItem): string {
  const { description, external_id: externalId, payment_link_id: linkId } = row;
  const title = description !== null && linkId !== null ? texts.ofLink(description) : description;
  return [externalId, title, dueOf(row)].filter((text) => text !== null).join(' · ');
}

/** When a charge that is not paid yet is due. */
function dueOf({ due_date: day, is_overdue: isOverdue, status }: TransactionItem): string | null {
  if (day === null || status !== 'pending') return null;
  const shown = formatCalendarDay(day);
  return isOverdue ? dueTexts.wasDueOn(shown) : dueTexts.dueOn(shown);
}

/** The merchant's part of a charge, or a payout's amount with its fee, if it differs. */
function effectOf({ type, amount, fee_amount: fee, received_amount: received }: TransactionItem) {
  if (type === 'payout') return fee === 0 ? null : texts.withFee(formatMoney(-(amount + fee)));
  return received === null || received === amount ? null : texts.receivedOf(formatMoney(received));
}

export const transactionColumns: readonly Column<TransactionItem>[] = [
  {
    key: 'createdAt',
    label: texts.createdAt,
    place: 'time',
    render: (row) => <Instant at={row.created_at} />,
  },
  { key: 'paidAt', label: texts.paidAt, render: (row) => <Instant at={row.paid_at} /> },
  {
    key: 'name',
    label: texts.name,
    place: 'name',
    render: (row) => (
      <span>
        {row.name}
        <Text component="span" size="sm" c="dimmed" ml={6}>
          {texts.types[row.type]}
        </Text>
        {detailsOf(row) !== '' && (
          <Text component="span" size="sm" c="dimmed" className="row-details">
            {detailsOf(row)}
          </Text>
        )}
      </span>
    ),
  },
  {
    key: 'amount',
    label: texts.amount,
    align: 'right',
    place: 'amount',
    // A minus sign marks payouts, because colour alone is not accessible.
    render: (row) => (
      <div>
        <Money centavos={row.type === 'payout' ? -row.amount : row.amount} fw={600} />
        {effectOf(row) !== null && (
          <Text size="sm" c="dimmed" className="row-details">
            {effectOf(row)}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'status',
    label: texts.status,
    place: 'state',
    render: (row) => <StatusBadge status={row.status} />,
  },
  {
    key: 'actions',
    label: texts.actions,
    align: 'right',
    render: (row) =>
      row.type === 'charge' && row.status === 'pending' ? (
        <Suspense>
          <ChargeMenu id={row.internal_id} name={row.name} />
        </Suspense>
      ) : null,
  },
];
