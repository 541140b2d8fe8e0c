import { Stack, Text, Title } from '@mantine/core';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { IconChecks } from '#panel/icons.ts';
import { texts } from '#texts/proposals.ts';
import { ProposalButtons } from './proposal-buttons.tsx';
import type { Proposal } from './proposal-types.ts';

const ASK_AGAIN_MS = 15_000;

/** The proposals that wait for a second operator, and all earlier ones. */
export function ProposalsPage() {
  const waiting = useProposals('waiting');
  const all = useProposals('all');
  return (
    <>
      <PageHeader description={texts.description} isList />
      <Stack gap="lg">
        <Stack gap="xs">
          <Title order={2}>{texts.waiting}</Title>
          <PagedTable
            query={waiting}
            lines={4}
            empty={
              <EmptyState
                icon={IconChecks}
                title={texts.waitingEmpty}
                description={texts.waitingEmptyHint}
              />
            }
            caption={texts.waiting}
            columns={[...FACTS, DECIDE]}
            rowKey={(row) => row.id}
            dayOf={(row) => row.created_at}
          />
        </Stack>
        <Stack gap="xs">
          <Title order={2}>{texts.all}</Title>
          <PagedTable
            query={all}
            lines={4}
            empty={
              <EmptyState
                icon={IconChecks}
                title={texts.allEmpty}
                description={texts.allEmptyHint}
              />
            }
            caption={texts.all}
            columns={[...FACTS, STATE]}
            rowKey={(row) => row.id}
            dayOf={(row) => row.created_at}
          />
        </Stack>
      </Stack>
    </>
  );
}

function useProposals(state: 'waiting' | 'all') {
  return api.useInfiniteQuery(
    'get',
    '/api/operator/proposals',
    { params: { query: { state } } },
    { ...byCursor, refetchInterval: ASK_AGAIN_MS },
  );
}

const FACTS: readonly Column<Proposal>[] = [
  {
    key: 'created',
    place: 'time',
    label: texts.createdAt,
    render: (row) => <Instant at={row.created_at} />,
  },
  { key: 'kind', place: 'name', label: texts.kind, render: (row) => <Action proposal={row} /> },
  {
    key: 'merchant',
    place: 'state',
    label: texts.merchant,
    render: (row) => `@${row.username} (${texts.environments[row.environment]})`,
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} />,
  },
  {
    key: 'by',
    place: 'more',
    isNamed: true,
    label: texts.proposedBy,
    render: (row) => row.proposed_by,
  },
];
const DECIDE: Column<Proposal> = {
  key: 'decide',
  place: 'more',
  label: texts.decide,
  render: (row) => <ProposalButtons proposal={row} />,
};
const STATE: Column<Proposal> = {
  key: 'state',
  place: 'more',
  isNamed: true,
  label: texts.state,
  render: (row) => (
    <Stack gap={0}>
      {texts.states[row.state]}
      {row.decided_by === null ? null : (
        <Text size="sm" c="dimmed">
          {row.decided_by}
        </Text>
      )}
    </Stack>
  ),
};

/** The kind, the proposed result, the reason and the ids that the second operator checks. */
function Action({ proposal }: { proposal: Proposal }) {
  const { resolution, bank_id: bankId, reference, charge_id: chargeId } = proposal.parameters;
  const { expected_amount: expected } = proposal.parameters;
  const result = typeof resolution === 'string' ? `: ${texts.results[resolution] ?? ''}` : '';
  const isOrder = proposal.kind !== 'balance_adjustment';
  const ids = [isOrder ? proposal.subject : null, bankId, reference, chargeId].filter(
    (id): id is string => typeof id === 'string',
  );
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      {texts.kinds[proposal.kind] + result}
      <Text size="sm">{proposal.reason}</Text>
      {typeof expected === 'number' && <Text size="sm">{texts.asked(formatMoney(expected))}</Text>}
      {ids.map((id) => (
        <Text key={id} size="sm" c="dimmed" className="tabular">
          {id}
        </Text>
      ))}
    </Stack>
  );
}
