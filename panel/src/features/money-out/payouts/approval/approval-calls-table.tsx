import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { IconHistory } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payout-controls.ts';

/** A call of the merchant's approval server. */
type ApprovalCall = Answer<'/api/panel/{environment}/approval-server/calls'>['data'][number];

/** The calls of the merchant's approval server, with their answers. */
export function ApprovalCallsTable() {
  const environment = useEnvironment();
  const calls = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/approval-server/calls',
    { params: { path: { environment }, query: {} } },
    byCursor,
  );
  return (
    <PagedTable
      query={calls}
      empty={
        <EmptyState icon={IconHistory} title={texts.noCalls} description={texts.noCallsHint} />
      }
      caption={texts.callsCaption}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      dayOf={(row) => row.called_at}
    />
  );
}

const COLUMNS: readonly Column<ApprovalCall>[] = [
  {
    key: 'at',
    place: 'time',
    label: texts.calledAt,
    render: (row) => <Instant at={row.called_at} />,
  },
  { key: 'payout', place: 'name', label: texts.payout, render: (row) => row.payout_id },
  {
    key: 'decision',
    place: 'state',
    label: texts.decide,
    render: (row) => (row.is_approved ? texts.approved : texts.refused),
  },
  {
    key: 'answer',
    place: 'amount',
    label: texts.answer,
    render: (row) =>
      row.response_status === null ? row.failure : texts.answered(row.response_status),
  },
];
