import { Text } from '@mantine/core';
import type { Column } from '#panel/components/data-table.tsx';
import { formatDay } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/disputes.ts';
import { DisputeBadge } from './dispute-badge.tsx';
import { type Dispute, daysLeft, isOpen } from './dispute-types.ts';

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

/** The days left for the defence of an open dispute. */
export function DaysLeft({ dispute }: { dispute: Dispute }) {
  if (!isOpen(dispute)) return common.notThere;
  const days = daysLeft(dispute);
  const { defense_due_at: dueAt } = dispute;
  return (
    <Text inherit>
      {days === undefined ? texts.dueEnded : texts.daysLeft(days)}
      {dueAt !== null && ` · ${formatDay(dueAt)}`}
    </Text>
  );
}
