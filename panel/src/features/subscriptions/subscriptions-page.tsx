import { Alert, NativeSelect, Stack, Text } from '@mantine/core';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCalendarDay } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { useAddressFilter } from '#panel/components/use-address-filter.ts';
import { IconRefresh } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/subscriptions.ts';
import { NewSubscriptionButton } from './new-subscription-button.tsx';
import { SubscriptionFigures } from './subscription-figures.tsx';
import { LIKE, priceOf, type Subscription } from './subscription-types.ts';

const STATUSES = ['created', 'authorized', 'paused', 'rejected', 'canceled', 'expired'] as const;

/** The subscriptions of the merchant: a list with a filter. */
export function SubscriptionsPage() {
  const environment = useEnvironment();
  const { filter, change } = useAddressFilter('situacao');
  const status = STATUSES.find((one) => one === filter.situacao);
  const subscriptions = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/subscriptions',
    { params: { path: { environment }, query: { ...(status && { status }) } } },
    byCursor,
  );
  // Without a subscription there is nothing to count.
  const hasNumbers = status !== undefined || subscriptions.data?.pages[0]?.data.length !== 0;
  return (
    <>
      <PageHeader description={texts.description} actions={<NewSubscriptionButton />} />
      <Stack gap="md">
        {environment === 'live' && <Alert variant="outline">{texts.onlyTest}</Alert>}
        {hasNumbers && <SubscriptionFigures />}
        <NativeSelect
          label={texts.status}
          value={status ?? ''}
          maw={260}
          onChange={({ currentTarget: { value } }) => change({ situacao: value })}
          data={[
            { value: '', label: texts.allStatuses },
            ...STATUSES.map((value) => ({ value, label: texts.statuses[value] })),
          ]}
        />
        <PagedTable
          query={subscriptions}
          empty={
            <EmptyState icon={IconRefresh} title={texts.empty} description={texts.emptyHint} />
          }
          caption={texts.caption}
          columns={columns}
          rowKey={({ internal_id: id }) => id}
          rowLink={({ internal_id: id }) => ({ to: '/painel/assinaturas/$id', params: { id } })}
        />
      </Stack>
    </>
  );
}

const columns: readonly Column<Subscription>[] = [
  {
    key: 'payer',
    label: texts.payer,
    place: 'name',
    render: ({ payer, description }) => (
      <span>
        {payer.name}
        <Text component="span" display="block" size="sm" c="dimmed" className="row-details">
          {description}
        </Text>
      </span>
    ),
  },
  { key: 'interval', label: texts.interval, render: (row) => texts.intervals[row.interval] },
  {
    key: 'next',
    label: texts.nextCycle,
    place: 'time',
    render: ({ next_cycle: next }) =>
      next === null ? texts.noNextCycle : formatCalendarDay(next.due_on),
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
