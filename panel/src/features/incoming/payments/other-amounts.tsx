import { Stack, Text, Title } from '@mantine/core';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { PayersBank } from '#panel/components/payers-bank.tsx';
import { IconReceipt2 } from '#panel/icons.ts';
import { texts } from '#texts/incoming-payments.ts';
import type { OtherAmount } from './incoming-payment-types.ts';

/** Payments that paid their charges with another amount than was asked for. */
export function OtherAmounts() {
  const taken = api.useInfiniteQuery(
    'get',
    '/api/operator/incoming-payments/other-amounts',
    {},
    byCursor,
  );
  return (
    <Stack gap="xs" mt="lg">
      <Title order={2}>{texts.otherAmountsTitle}</Title>
      <Text size="sm" c="dimmed">
        {texts.otherAmountsHint}
      </Text>
      <PagedTable
        query={taken}
        lines={2}
        empty={
          <EmptyState
            icon={IconReceipt2}
            title={texts.otherAmountsEmpty}
            description={texts.otherAmountsEmptyHint}
          />
        }
        caption={texts.otherAmountsTitle}
        columns={COLUMNS}
        rowKey={(row) => row.end_to_end_id}
        dayOf={(row) => row.received_at}
      />
    </Stack>
  );
}

const COLUMNS: readonly Column<OtherAmount>[] = [
  {
    key: 'received',
    place: 'time',
    label: texts.receivedAt,
    render: (row) => <Instant at={row.received_at} />,
  },
  {
    key: 'charge',
    place: 'name',
    label: texts.chargeId,
    render: (row) => (
      <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
        <Text inherit>{`@${row.username}`}</Text>
        {[row.charge_id, row.end_to_end_id].map((id) => (
          <Text key={id} size="sm" c="dimmed" className="tabular">
            {id}
          </Text>
        ))}
        <PayersBank endToEndId={row.end_to_end_id} />
      </Stack>
    ),
  },
  {
    key: 'by',
    place: 'state',
    label: texts.decidedBy,
    render: (row) => (row.decided_at === null ? texts.byBank : texts.byOperators),
  },
  {
    key: 'expected',
    place: 'more',
    isNamed: true,
    label: texts.expected,
    align: 'right',
    render: (row) => <Money centavos={row.expected_amount} />,
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.arrived,
    align: 'right',
    render: (row) => <Money centavos={row.amount} />,
  },
  {
    key: 'difference',
    place: 'more',
    isNamed: true,
    label: texts.difference,
    align: 'right',
    render: (row) => <Money centavos={row.amount - row.expected_amount} />,
  },
];
