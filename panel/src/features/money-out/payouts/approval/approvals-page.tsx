import { Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { pixKeyMask } from '#panel/components/masks.ts';
import { Money } from '#panel/components/money.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { IconCircleCheck } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct } from '#panel/session/session.ts';
import { texts } from '#texts/payout-controls.ts';
import { AwaitingBatches } from '../batches/awaiting-batches.tsx';

/** A payout that waits for an approval. */
type WaitingPayout = Answer<'/api/panel/{environment}/payout-approvals'>['data'][number];

/** The payouts that wait for the approval of a member. */
export function ApprovalsPage() {
  const environment = useEnvironment();
  const waiting = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/payout-approvals',
    { params: { path: { environment }, query: {} } },
    byCursor,
  );
  return (
    <>
      <PageHeader description={texts.approvalsDescription} />
      <AwaitingBatches />
      <PagedTable
        query={waiting}
        empty={
          <EmptyState
            icon={IconCircleCheck}
            title={texts.noApprovals}
            description={texts.noApprovalsHint}
          />
        }
        caption={texts.approvalsCaption}
        columns={COLUMNS}
        rowKey={(row) => row.id}
      />
    </>
  );
}

const COLUMNS: readonly Column<WaitingPayout>[] = [
  { key: 'created', label: texts.createdAt, render: (row) => <Instant at={row.created_at} /> },
  { key: 'name', label: texts.beneficiary, render: (row) => row.beneficiary_name },
  { key: 'key', label: texts.pixKey, render: (row) => pixKeyMask(row.pix_key_type)(row.pix_key) },
  { key: 'cause', label: texts.cause, render: (row) => texts.causes[row.cause] },
  {
    key: 'amount',
    label: texts.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} fw={600} />,
  },
  { key: 'decide', label: texts.decide, render: (row) => <Decision payout={row} /> },
];

function Decision({ payout }: { payout: WaitingPayout }) {
  const environment = useEnvironment();
  const mayAct = useMayAct('approvePayout');
  const client = useQueryClient();
  const settle = { onError: showProblem, onSettled: () => client.invalidateQueries() };
  const approve = api.useMutation(
    'post',
    '/api/panel/{environment}/payout-approvals/{id}/approve',
    { onSuccess: () => showDone(texts.approvedDone), ...settle },
  );
  const reject = api.useMutation('post', '/api/panel/{environment}/payout-approvals/{id}/reject', {
    onSuccess: () => showDone(texts.rejectedDone),
    ...settle,
  });
  if (!mayAct) return null;
  const params = { path: { environment, id: payout.id } };
  const amount = formatMoney(payout.amount);
  return (
    <Group gap="xs" justify="flex-end">
      {payout.is_own ? (
        <Text size="sm">{texts.own}</Text>
      ) : (
        <ConfirmWithCode
          isSmall
          isMain
          title={texts.approve}
          question={texts.approveQuestion(amount, payout.beneficiary_name)}
          label={texts.approve}
          isPending={approve.isPending}
          onConfirm={(code) => approve.mutate({ params, body: codeOf(code) })}
        />
      )}
      <ConfirmWithCode
        isSmall
        title={texts.reject}
        question={texts.rejectQuestion(amount)}
        label={texts.reject}
        isPending={reject.isPending}
        onConfirm={(code) => reject.mutate({ params, body: codeOf(code) })}
      />
    </Group>
  );
}
