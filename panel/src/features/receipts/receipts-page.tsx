import { Group, Paper, Stack, Text } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { texts } from '#panel/texts/texts.ts';
import { AssignButton } from './assign-button.tsx';
import type { Receipt } from './receipt-types.ts';
import { ReturnButton } from './return-button.tsx';
import { UnreadableReceipts } from './unreadable-receipts.tsx';

const words = texts.receipts;
const ASK_AGAIN_MS = 15_000;

/** Payments that fit no charge: whose they are is for an operator to say. */
export function ReceiptsPage() {
  const receipts = api.useInfiniteQuery(
    'get',
    '/api/operator/receipts',
    {},
    {
      pageParamName: 'cursor',
      initialPageParam: null,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      refetchInterval: ASK_AGAIN_MS,
    },
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <UnreadableReceipts />
      <QueryState query={receipts} lines={8}>
        {({ pages }) => {
          const rows: Receipt[] = pages.flatMap(({ data }) => data);
          if (rows.length === 0) {
            return <EmptyState title={words.empty} description={words.emptyHint} />;
          }
          return (
            <Paper withBorder p="md">
              <DataTable
                caption={words.caption}
                columns={COLUMNS}
                rows={rows}
                rowKey={(row) => row.end_to_end_id}
              />
              <LoadMore query={receipts} />
            </Paper>
          );
        }}
      </QueryState>
    </>
  );
}

const COLUMNS: readonly Column<Receipt>[] = [
  { key: 'received', label: words.receivedAt, render: (row) => <Instant at={row.received_at} /> },
  {
    key: 'amount',
    label: words.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} />,
  },
  { key: 'reason', label: words.reason, render: (row) => <Reason receipt={row} /> },
  {
    key: 'decide',
    label: words.decide,
    render: (row) => (
      <Group gap="xs" justify="flex-end">
        <AssignButton receipt={row} />
        <ReturnButton receipt={row} />
      </Group>
    ),
  },
];

/** Why it fits no charge, and the names under which the bank and the gateway know it. */
function Reason({ receipt }: { receipt: Receipt }) {
  const { end_to_end_id: endToEndId, txid, charge_id: chargeId } = receipt;
  const names = [
    endToEndId,
    ...(chargeId === null ? [] : [words.charge(chargeId)]),
    ...(chargeId === null && txid !== null ? [words.txid(txid)] : []),
  ];
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      {words.reasons[receipt.reason]}
      {names.map((name) => (
        <Text key={name} size="sm" c="dimmed" className="figures">
          {name}
        </Text>
      ))}
    </Stack>
  );
}
