import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { Money } from '#panel/components/money.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { PayersBank } from '#panel/components/payers-bank.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#texts/reconciliation.ts';

type UnaskedRefund = Answer<'/api/operator/unasked-refunds'>['data'][number];

const ASK_AGAIN_MS = 15_000;

/** Refunds by the bank that this gateway did not request; hidden if there are none. */
export function UnrequestedRefunds() {
  const refunds = api.useInfiniteQuery(
    'get',
    '/api/operator/unasked-refunds',
    {},
    {
      ...byCursor,
      refetchInterval: ASK_AGAIN_MS,
    },
  );
  const rows = refunds.data?.pages.flatMap(({ data }) => data) ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title={texts.unaskedTitle} description={texts.unaskedHint}>
      <DataTable
        caption={texts.unaskedTitle}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        dayOf={(row) => row.happened_at}
      />
      <LoadMore query={refunds} />
    </Section>
  );
}

const COLUMNS: readonly Column<UnaskedRefund>[] = [
  {
    key: 'happened',
    place: 'time',
    label: texts.happenedAt,
    render: (row) => <Instant at={row.happened_at} />,
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} />,
  },
  {
    key: 'state',
    place: 'state',
    label: texts.state,
    render: (row) => <StatusBadge status={row.status} />,
  },
  {
    key: 'origin',
    place: 'name',
    label: texts.origin,
    render: (row) => <Origin refund={row} />,
  },
  {
    key: 'payment',
    place: 'more',
    label: texts.payment,
    render: (row) => <Payment refund={row} />,
  },
  {
    key: 'decide',
    place: 'more',
    label: texts.decide,
    render: (row) =>
      row.status === 'failed' && (
        <IfAllowed operation="acknowledgeFailedRefund">
          <SeenButton refund={row} />
        </IfAllowed>
      ),
  },
];

function SeenButton({ refund: { id } }: { refund: UnaskedRefund }) {
  const client = useQueryClient();
  const mark = api.useMutation('post', '/api/operator/unasked-refunds/{id}/seen', {
    onSuccess: () => showDone(texts.seen),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={mark.isPending}
      onClick={() => mark.mutate({ params: { path: { id } } })}
    >
      {texts.markSeen}
    </Button>
  );
}

/** Who made the refund, why it could not be booked, and what to do when it failed afterwards. */
function Origin({ refund }: { refund: UnaskedRefund }) {
  return (
    <Stack gap={0}>
      <span>{refund.by_bank ? texts.byBank : texts.atBankPage}</span>
      {refund.status === 'failed' && (
        <Text size="sm" c="dimmed">
          {texts.failedAfterBooking}
        </Text>
      )}
      {refund.booking_failure !== null && (
        <Text size="sm" c="dimmed">
          {refund.booking_failure}
        </Text>
      )}
    </Stack>
  );
}

/** The refunded payment and its merchant. */
function Payment({ refund }: { refund: UnaskedRefund }) {
  const { username, charge_id: chargeId, incoming_payment_state: state } = refund;
  const place = state === null ? texts.notBooked : texts.incomingPaymentStates[state];
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      <span>{username === null ? place : `@${username}`}</span>
      {[...(chargeId === null ? [] : [texts.charge(chargeId)]), refund.end_to_end_id].map(
        (name) => (
          <Text key={name} size="sm" c="dimmed" className="tabular">
            {name}
          </Text>
        ),
      )}
      <PayersBank endToEndId={refund.end_to_end_id} />
    </Stack>
  );
}
