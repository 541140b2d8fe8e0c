import { Text } from '@mantine/core';
import type { Column } from '#panel/components/data-table.tsx';
import { formatDay } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/disputes.ts';
import { DisputeBadge } from './dispute-badge.tsx';
import { type Dispute, daysLeft, isOpen, type ListedDispute } from './dispute-types.ts';

/** The columns of every list of disputes. */
export const disputeColumns: readonly Column<Dispute>[] = [
  { key: 'opened', label: texts.openedAt, render: (row) => <Instant at={row.opened_at} /> },
  { key: 'reason', label: texts.reason, place: 'name', render: (row) => texts.reasons[row.reason] },
  {
    key: 'status',
    label: texts.status,
    place: 'state',
    render: (row) => <DisputeBadge status={row.status} />,
  },
  { key: 'due', label: texts.due, place: 'time', render: (row) => <DaysLeft dispute={row} /> },
  {
    key: 'amount',
    label: texts.amount,
    align: 'right',
    place: 'amount',
    render: (row) => <Money centavos={row.amount} />,
  },
];

/** The columns of a list whose rows another column names. */
export function withoutReasonAsName<Row extends Dispute>(): readonly Column<Row>[] {
  return disputeColumns.map((column) => {
    if (column.key !== 'reason') return column;
    const { place: _, ...withoutPlace } = column;
    return withoutPlace;
  });
}

/** The columns of the merchant's own list: the payer stands for the payment. */
export const ownDisputeColumns: readonly Column<ListedDispute>[] = [
  {
    key: 'payer',
    label: texts.payer,
    place: 'name',
    render: ({ payer_name: name, payer_document: document }) => (
      <>
        {name ?? common.notThere}
        {document && (
          <Text size="sm" c="dimmed" className="tabular one-line">
            {document}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'order',
    label: texts.order,
    place: 'more',
    render: ({ external_id: order, description }) => (
      <Text inherit lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {order ?? description ?? common.notThere}
      </Text>
    ),
  },
  ...withoutReasonAsName<ListedDispute>(),
];

/** The days left for the defence of an open dispute. */
export function DaysLeft({ dispute }: { dispute: Dispute }) {
  if (!isOpen(dispute)) return common.notThere;
  const days = daysLeft(dispute);
  const { defense_due_at: dueAt } = dispute;
  return (
    <Text inherit className="one-line">
      {days === undefined ? texts.dueEnded : texts.daysLeft(days)}
      {dueAt !== null && ` · ${formatDay(dueAt)}`}
    </Text>
  );
}
