import { Group, Stack, Text } from '@mantine/core';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { PayersBank } from '#panel/components/payers-bank.tsx';
import { IconCircleCheck } from '#panel/icons.ts';
import { texts } from '#texts/incoming-payments.ts';
import { AssignButton } from './assign-button.tsx';
import { AssignedIncomingPayments } from './assigned-incoming-payments.tsx';
import { FittingCharges } from './fitting-charges.tsx';
import type { IncomingPayment } from './incoming-payment-types.ts';
import { OtherAmounts } from './other-amounts.tsx';
import { PayChargeButton } from './pay-charge-button.tsx';
import { ReturnButton } from './return-button.tsx';
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
      />
      <AssignedIncomingPayments />
      <OtherAmounts />
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
    place: 'more',
    label: texts.decide,
    render: (row) => (
      <Group gap="xs" justify="flex-end">
        {canPayCharge(row) && (
          <IfAllowed operation="payChargeWithIncomingPayment">
            <PayChargeButton incomingPayment={row} />
          </IfAllowed>
        )}
        <IfAllowed operation="assignIncomingPayment">
          <AssignButton incomingPayment={row} />
        </IfAllowed>
        <IfAllowed operation="returnIncomingPayment">
          <ReturnButton incomingPayment={row} />
        </IfAllowed>
      </Group>
    ),
  },
];

/**
 * Whether the payment names a charge that was not paid when it came. A charge that was stored later
 * is named by its txid.
 */
function canPayCharge({ charge_id: chargeId, txid, reason }: IncomingPayment): boolean {
  const mayName = chargeId !== null || /^[0-9a-f]{32}$/.test(txid ?? '');
  return mayName && reason !== 'already_paid';
}

/** Why the payment matches no charge, and its ids at the bank and at the gateway. */
function Reason({ incomingPayment }: { incomingPayment: IncomingPayment }) {
  const { end_to_end_id: endToEndId, txid, charge_id: chargeId } = incomingPayment;
  const names = [
    endToEndId,
    ...(chargeId === null ? [] : [texts.charge(chargeId)]),
    ...(chargeId === null && txid !== null ? [texts.txid(txid)] : []),
  ];
  return (
    <Stack gap={0} miw={{ base: 0, md: '15rem' }} style={{ overflowWrap: 'anywhere' }}>
      {texts.reasons[incomingPayment.reason]}
      {names.map((name) => (
        <Text key={name} size="sm" c="dimmed" className="tabular">
          {name}
        </Text>
      ))}
      <PayersBank endToEndId={endToEndId} />
    </Stack>
  );
}
