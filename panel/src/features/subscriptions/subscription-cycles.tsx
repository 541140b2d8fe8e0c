import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCalendarDay } from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { IconRefresh } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { texts } from '#texts/subscriptions.ts';
import { CycleAttempts } from './cycle-attempts.tsx';
import { NewCycle } from './new-cycle.tsx';
import { type Cycle, LIKE, type Subscription } from './subscription-types.ts';

const ASK_AGAIN_MS = 10_000;

/** The charges of a subscription with their attempts; a row leads to the transaction. */
export function SubscriptionCycles({ subscription }: { subscription: Subscription }) {
  const { internal_id: id } = subscription;
  const environment = useEnvironment();
  const cycles = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/subscriptions/{id}/cycles',
    { params: { path: { environment, id }, query: {} } },
    { ...byCursor, refetchInterval: ASK_AGAIN_MS },
  );
  const shown = cycles.data?.pages.flatMap(({ data }) => data) ?? [];
  const mayRetry = isRetryable(subscription) && shown.some(({ status }) => status === 'failed');
  return (
    <Section
      title={texts.cycles}
      action={
        <Group gap="xs">
          {mayRetry && <RetryButton id={id} />}
          <NewCycle subscription={subscription} />
        </Group>
      }
    >
      <PagedTable
        query={cycles}
        isFramed={false}
        empty={
          <EmptyState
            icon={IconRefresh}
            title={texts.noCycles}
            description={subscription.amount === null ? texts.noCyclesOfYours : texts.noCyclesHint}
          />
        }
        caption={texts.cyclesCaption}
        columns={columns}
        rowKey={({ starts_on: day, transaction_id: charge }) => charge ?? day}
      />
    </Section>
  );
}

/** Has the last failed charge tried again; the server says when that is too late. */
function RetryButton({ id }: { id: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const mayRetry = useMayMoveMoney('retrySubscriptionByHand');
  const retry = api.useMutation('post', '/api/panel/{environment}/subscriptions/{id}/retry', {
    onSuccess: () => showDone(texts.retried),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  if (!mayRetry) return null;
  const params = { path: { environment, id } };
  return (
    <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate({ params })}>
      {texts.retry}
    </Button>
  );
}

function isRetryable({ status, retries }: Subscription): boolean {
  return retries !== 'none' && (status === 'authorized' || status === 'paused');
}

const columns: readonly Column<Cycle>[] = [
  {
    key: 'due',
    place: 'name',
    label: texts.dueOn,
    render: ({ due_on: day }) => formatCalendarDay(day),
  },
  {
    key: 'attempts',
    place: 'more',
    label: texts.attempts,
    render: (row) => <CycleAttempts cycle={row} />,
  },
  {
    key: 'status',
    place: 'time',
    label: texts.status,
    render: ({ status }) => (
      <StatusBadge status={LIKE[status]} label={texts.cycleStatuses[status]} />
    ),
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: ({ amount }) => <Money centavos={amount} fw={600} />,
  },
];
