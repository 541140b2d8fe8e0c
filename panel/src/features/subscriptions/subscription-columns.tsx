import { Text } from '@mantine/core';
import type { Column } from '#panel/components/data-table.tsx';
import { formatCalendarDay } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/subscriptions.ts';
import { LIKE, priceOf, type Subscription } from './subscription-types.ts';

/** The columns of a list of subscriptions. */
export const SUBSCRIPTION_COLUMNS: readonly Column<Subscription>[] = [
  {
    key: 'payer',
    label: texts.payer,
    place: 'name',
    render: ({ payer, description }) => (
      <span>
        {payer.name}
        <Text component="span" size="sm" c="dimmed" className="row-details">
          {description}
        </Text>
      </span>
    ),
  },
  { key: 'interval', label: texts.interval, render: (row) => texts.intervals[row.interval] },
  {
    key: 'next',
    label: texts.nextDueOn,
    place: 'time',
    isNamed: true,
    render: ({ next_cycle: next }) =>
      next === null ? common.notThere : formatCalendarDay(next.due_on),
  },
  { key: 'created', label: texts.createdAt, render: (row) => <Instant at={row.created_at} /> },
  {
    key: 'status',
    label: texts.status,
    place: 'state',
    render: ({ status }) => <StatusBadge status={LIKE[status]} label={texts.statuses[status]} />,
  },
  { key: 'price', label: texts.price, align: 'right', place: 'amount', render: priceOf },
];
