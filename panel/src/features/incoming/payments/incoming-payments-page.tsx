import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { PayersBank } from '#panel/components/payers-bank.tsx';
import { IconCircleCheck } from '#panel/icons.ts';
import { texts } from '#texts/incoming-payments.ts';
import { AssignedIncomingPayments } from './assigned-incoming-payments.tsx';
import { Decisions } from './decisions.tsx';
import { FittingCharges } from './fitting-charges.tsx';
import { IncomingPaymentDetail } from './incoming-payment-detail.tsx';
import { canPayCharge, type IncomingPayment } from './incoming-payment-types.ts';
import { OtherAmounts } from './other-amounts.tsx';
import { UnreadableIncomingPayments } from './unreadable-incoming-payments.tsx';

const ASK_AGAIN_MS = 15_000;

/** Payments that match no charge: an operator pays one with each, assigns or returns it. */
export function IncomingPaymentsPage() {
  const incomingPayments = api.useInfiniteQuery(
    'get',
    '/api/operator/incoming-payments',
    {},
    {
      ...byCursor,
      refetchInterval: ASK_AGAIN_MS,
    },
  );
  const [openedId, setOpened] = useState<string>();
  const rows = incomingPayments.data?.pages.flatMap(({ data }) => data);
  // Undefined again as soon as the payment is decided.
  const opened = rows?.find((row) => row.end_to_end_id === openedId);
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} isList />
      <UnreadableIncomingPayments />
      <PagedTable
        query={incomingPayments}
        lines={8}
        empty={
          <EmptyState icon={IconCircleCheck} title={texts.empty} description={texts.emptyHint} />
        }
        caption={texts.caption}
        columns={COLUMNS}
        rowKey={(row) => row.end_to_end_id}
        dayOf={(row) => row.received_at}
        onRowClick={(row) => setOpened(row.end_to_end_id)}
      />
      <AssignedIncomingPayments />
      <OtherAmounts />
      {opened && (
        <IncomingPaymentDetail incomingPayment={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

const COLUMNS: readonly Column<IncomingPayment>[] = [
  {
    key: 'received',
    place: 'time',
    label: texts.receivedAt,
    render: (row) => <Instant at={row.received_at} />,
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} />,
  },
  {
    key: 'reason',
    place: 'name',
    label: texts.reason,
    render: (row) => <Reason incomingPayment={row} />,
  },
  {
    key: 'fitting',
    label: texts.fitting,
    render: (row) => !canPayCharge(row) && <FittingCharges incomingPayment={row} />,
  },
  {
    key: 'decide',
    label: texts.decide,
    render: (row) => (
      <Group gap="xs">
        <Decisions incomingPayment={row} />
      </Group>
    ),
  },
];

/** Why the payment matches no charge; beside it, where there is room, its ids and the payer's bank. */
function Reason({ incomingPayment }: { incomingPayment: IncomingPayment }) {
  const { end_to_end_id: endToEndId, txid, charge_id: chargeId } = incomingPayment;
  const names = [
    endToEndId,
    ...(chargeId === null ? [] : [texts.charge(chargeId)]),
    ...(chargeId === null && txid !== null ? [texts.txid(txid)] : []),
  ];
  return (
    <Stack gap={0} miw={{ base: 0, md: '17.5rem' }} style={{ overflowWrap: 'anywhere' }}>
      <span>{texts.reasons[incomingPayment.reason]}</span>
      <Stack gap={0} visibleFrom="sm">
        {names.map((name) => (
          <Text key={name} size="sm" c="dimmed" className="tabular">
            {name}
          </Text>
        ))}
        <PayersBank endToEndId={endToEndId} />
      </Stack>
    </Stack>
  );
}
