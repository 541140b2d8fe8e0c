import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { pixKeyMask } from '#panel/components/masks.ts';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { TaxId } from '#panel/components/tax-id.tsx';
import { IconCircleCheck } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payout-controls.ts';
import { AwaitingBatches } from '../batches/awaiting-batches.tsx';
import { type PayoutApproval, requesterOf, shortCauseOf } from './approval-facts.ts';
import { DecidePayout } from './decide-payout.tsx';
import { useLeftToday } from './use-left-today.ts';

/** The payouts that wait for the approval of a member. */
export function ApprovalsPage() {
  const environment = useEnvironment();
  const waiting = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/payout-approvals',
    { params: { path: { environment }, query: {} } },
    byCursor,
  );
  const leftToday = useLeftToday();
  const hasRows = waiting.data?.pages.some(({ data }) => data.length > 0) && leftToday;
  return (
    <>
      <PageHeader isList description={texts.approvalsDescription} />
      {hasRows && (
        <Text size="sm" mb="md">
          {leftToday}
        </Text>
      )}
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
        dayOf={(row) => row.created_at}
        rowKey={(row) => row.id}
      />
    </>
  );
}

const COLUMNS: readonly Column<PayoutApproval>[] = [
  {
    key: 'created',
    label: texts.createdAt,
    place: 'time',
    render: (row) => <Instant at={row.created_at} />,
  },
  {
    key: 'request',
    label: texts.request,
    place: 'more',
    render: (row) => (
      <span className="short-line">
        {shortCauseOf(row)}
        <Text component="span" size="sm" c="dimmed" className="row-details">
          {requesterOf(row)}
        </Text>
      </span>
    ),
  },
  {
    key: 'name',
    label: texts.beneficiary,
    place: 'name',
    render: ({ id, beneficiary_name: name, beneficiary_document: document }) => (
      <>
        <Anchor
          underline="always"
          size="sm"
          renderRoot={(props) => <Link to="/painel/transacoes/$id" params={{ id }} {...props} />}
        >
          {name}
        </Anchor>
        <Text component="span" size="sm" c="dimmed" className="row-details">
          <TaxId value={document} />
        </Text>
      </>
    ),
  },
  {
    key: 'key',
    label: texts.pixKey,
    place: 'more',
    render: ({ pix_key_type: type, pix_key: key, is_new_destination: isNew }) => (
      <span className="short-line">
        {pixKeyMask(type)(key)}
        <Text component="span" size="sm" c="dimmed" className="row-details">
          {isNew ? texts.newKey : texts.keyWasPaid}
        </Text>
      </span>
    ),
  },
  {
    key: 'amount',
    label: texts.amount,
    align: 'right',
    place: 'amount',
    render: (row) => <Money centavos={row.amount} fw={600} />,
  },
  {
    key: 'decide',
    label: texts.decide,
    place: 'state',
    render: (row) => <DecidePayout payout={row} isSmall />,
  },
];
