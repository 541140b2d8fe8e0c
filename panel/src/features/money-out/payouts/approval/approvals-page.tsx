import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { pixKeyMask } from '#panel/components/masks.ts';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { IconCircleCheck } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payout-controls.ts';
import { AwaitingBatches } from '../batches/awaiting-batches.tsx';
import { DecidePayout } from './decide-payout.tsx';

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
  { key: 'decide', label: texts.decide, render: (row) => <DecidePayout payout={row} isSmall /> },
];
