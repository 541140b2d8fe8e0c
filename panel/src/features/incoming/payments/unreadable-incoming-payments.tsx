import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { Awaited } from '#panel/components/awaited.tsx';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#texts/incoming-payments.ts';

type Unreadable = Answer<'/api/operator/unreadable-incoming-payments'>['data'][number];

const ASK_AGAIN_MS = 15_000;

/** Payments in the bank's list that can't be read; hidden if there are none. */
export function UnreadableIncomingPayments() {
  const { data, isPending } = api.useQuery(
    'get',
    '/api/operator/unreadable-incoming-payments',
    {},
    { refetchInterval: ASK_AGAIN_MS },
  );
  if (isPending) return <Awaited />;
  if (!data || data.data.length === 0) return null;
  return (
    <Section title={texts.unreadableTitle} description={texts.unreadableHint}>
      <DataTable
        caption={texts.unreadableTitle}
        columns={COLUMNS}
        rows={data.data}
        rowKey={({ bank, item }) => `${bank} ${item}`}
      />
    </Section>
  );
}

const COLUMNS: readonly Column<Unreadable>[] = [
  {
    key: 'seen',
    place: 'time',
    label: texts.firstSeenAt,
    render: (row) => <Instant at={row.first_seen_at} />,
  },
  {
    key: 'item',
    place: 'name',
    label: texts.item,
    render: (row) => (
      <Text inherit size="sm" className="tabular" style={{ overflowWrap: 'anywhere' }}>
        {row.item}
      </Text>
    ),
  },
  { key: 'reason', place: 'more', label: texts.reason, render: (row) => row.reason },
  {
    key: 'decide',
    place: 'more',
    label: texts.decide,
    render: (row) => (
      <IfAllowed operation="resolveUnreadableIncomingPayment">
        <ResolveButton row={row} />
      </IfAllowed>
    ),
  },
];

function ResolveButton({ row: { bank, item } }: { row: Unreadable }) {
  const client = useQueryClient();
  const resolve = api.useMutation(
    'post',
    '/api/operator/unreadable-incoming-payments/{bank}/{item}/resolve',
    {
      onSuccess: () => showDone(texts.resolved),
      onError: showProblem,
      onSettled: () => client.invalidateQueries(),
    },
  );
  return (
    <ConfirmButton
      size="xs"
      title={texts.resolveTitle}
      question={texts.resolveQuestion}
      confirm={texts.resolve}
      loading={resolve.isPending}
      onConfirm={() => resolve.mutate({ params: { path: { bank, item } } })}
    >
      {texts.resolve}
    </ConfirmButton>
  );
}
