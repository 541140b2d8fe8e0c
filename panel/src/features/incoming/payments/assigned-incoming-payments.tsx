import { Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { showDone } from '#panel/components/notices.ts';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { PayersBank } from '#panel/components/payers-bank.tsx';
import { ReasonButton, type ReasonInput } from '#panel/components/reason-button.tsx';
import { IconReceipt2 } from '#panel/icons.ts';
import { texts } from '#texts/incoming-payments.ts';
import type { AssignedPayment } from './incoming-payment-types.ts';

/** Payments that operators assigned to merchants; a wrong assignment can be undone. */
export function AssignedIncomingPayments() {
  const assigned = api.useInfiniteQuery(
    'get',
    '/api/operator/incoming-payments/assigned',
    {},
    byCursor,
  );
  return (
    <Stack gap="xs" mt="lg">
      <Title order={2}>{texts.assignedTitle}</Title>
      <Text size="sm" c="dimmed">
        {texts.assignedHint}
      </Text>
      <PagedTable
        query={assigned}
        lines={2}
        empty={
          <EmptyState
            icon={IconReceipt2}
            title={texts.assignedEmpty}
            description={texts.assignedEmptyHint}
          />
        }
        caption={texts.assignedTitle}
        columns={COLUMNS}
        rowKey={(row) => row.end_to_end_id}
        dayOf={(row) => row.assigned_at}
      />
    </Stack>
  );
}

const COLUMNS: readonly Column<AssignedPayment>[] = [
  {
    key: 'assigned',
    place: 'time',
    label: texts.assignedAt,
    render: (row) => <Instant at={row.assigned_at} />,
  },
  {
    key: 'id',
    place: 'more',
    label: texts.endToEndId,
    render: (row) => (
      <Stack gap={0}>
        <Text size="sm" className="tabular" style={{ overflowWrap: 'anywhere' }}>
          {row.end_to_end_id}
        </Text>
        <PayersBank endToEndId={row.end_to_end_id} />
      </Stack>
    ),
  },
  { key: 'merchant', place: 'name', label: texts.merchant, render: (row) => `@${row.username}` },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} />,
  },
  {
    key: 'decide',
    place: 'more',
    label: texts.decide,
    render: (row) => (
      <IfAllowed operation="unassignIncomingPayment">
        <UndoButton payment={row} />
      </IfAllowed>
    ),
  },
];

function UndoButton({ payment }: { payment: AssignedPayment }) {
  const client = useQueryClient();
  const path = '/api/operator/incoming-payments/{end_to_end_id}/unassign';
  const undo = api.useMutation('post', path);
  const send = async ({ reason, code }: ReasonInput) => {
    await undo.mutateAsync({
      params: { path: { end_to_end_id: payment.end_to_end_id } },
      body: { reason, ...codeOf(code) },
    });
    showDone(texts.unassigned);
    await client.invalidateQueries();
  };
  return (
    <ReasonButton
      isSmall
      label={texts.unassign}
      title={texts.unassignTitle}
      hint={texts.unassignHint(payment.username)}
      onSend={send}
    />
  );
}
