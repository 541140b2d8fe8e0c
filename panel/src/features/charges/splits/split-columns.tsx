import { Stack, Text } from '@mantine/core';
import type { Answer } from '#panel/api/answer.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { formatCalendarDay, formatCount, formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/splits.ts';

export type ReceivedSplit = Answer<'/api/panel/{environment}/splits-received'>['data'][number];

/** The columns of the list of received shares. */
export const splitColumns: readonly Column<ReceivedSplit>[] = [
  {
    key: 'created_at',
    label: texts.createdAt,
    place: 'time',
    render: (row) => <Instant at={row.created_at} />,
  },
  {
    key: 'origin',
    label: texts.origin,
    place: 'name',
    render: (row) => (
      <>
        {row.origin.name}
        <Text component="span" size="sm" c="dimmed" className="row-details">
          @{row.origin.username}
        </Text>
      </>
    ),
  },
  {
    key: 'percentage',
    label: texts.percentage,
    align: 'right',
    render: (row) =>
      row.percentage === null ? texts.fixedShare : `${formatCount(row.percentage)} %`,
  },
  {
    key: 'amount',
    label: texts.amount,
    align: 'right',
    place: 'amount',
    render: (row) => (
      <Stack gap={0}>
        <Money centavos={row.amount} fw={600} />
        {row.refunded_amount > 0 && (
          <Text size="sm" c="dimmed">
            {texts.refundedOf(formatMoney(row.refunded_amount))}
          </Text>
        )}
        {row.disputed_amount > 0 && (
          <Text size="sm" c="dimmed">
            {texts.disputedOf(formatMoney(row.disputed_amount))}
          </Text>
        )}
        {row.available_on !== null && (
          <Text size="sm" c="dimmed">
            {texts.pendingOf(formatMoney(row.pending_amount), formatCalendarDay(row.available_on))}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'status',
    label: texts.status,
    place: 'state',
    render: (row) => <StatusBadge status={row.status} />,
  },
  {
    key: 'external_id',
    label: texts.externalId,
    render: (row) => row.external_id ?? common.notThere,
  },
  { key: 'utm', label: texts.utm, render: (row) => utmText(row.utm) },
];

function utmText(utm: ReceivedSplit['utm']): string {
  const pairs = Object.entries(utm ?? {}).map(([name, value]) => `${name}: ${value}`);
  return pairs.join(', ') || common.notThere;
}
