import { SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { formatCount, formatInstant } from '#panel/components/format.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { LoadingLines, QueryState } from '#panel/components/query-state.tsx';
import { StatCard } from '#panel/components/stat-card.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/ledger.ts';
import { AttentionBox, useOperatorAttention } from './operator-attention.tsx';
import { PlatformTotalsCards } from './platform-totals-cards.tsx';
import { resultOf } from './verification-result.ts';

const ASK_AGAIN_MS = 15_000;

/** The operators' home: open matters and the totals of the platform. */
export function OperatorHomePage() {
  const totals = api.useQuery(
    'get',
    '/api/operator/ledger/{environment}',
    { params: { path: { environment: 'live' } } },
    { refetchInterval: ASK_AGAIN_MS },
  );
  const attention = useOperatorAttention();
  const queue = useQueue();
  const verifications = useVerifications();
  // Nothing is shown that a later answer would push down.
  const isLoading = [attention, totals, queue, verifications].some(
    ({ data, error }) => data === undefined && error === null,
  );
  return (
    <>
      <PageHeader description={texts.homeDescription} />
      {isLoading ? (
        <LoadingLines lines={12} />
      ) : (
        <Stack gap="lg">
          <QueryState query={attention} lines={1}>
            {(data) => <AttentionBox attention={data} />}
          </QueryState>
          <QueryState query={totals}>{(data) => <PlatformTotalsCards totals={data} />}</QueryState>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Queue queue={queue} />
            <LastVerification verifications={verifications} />
          </SimpleGrid>
        </Stack>
      )}
    </>
  );
}

function useQueue() {
  return api.useQuery(
    'get',
    '/api/operator/kyc',
    { params: { query: { status: 'submitted' } } },
    { refetchInterval: ASK_AGAIN_MS },
  );
}

function Queue({ queue }: { queue: ReturnType<typeof useQueue> }) {
  return (
    <QueryState query={queue} lines={2}>
      {({ data, next_cursor: next }) => (
        <StatCard
          label={texts.queue}
          value={next === null ? formatCount(data.length) : texts.queueMore(data.length)}
          hint={
            <Text inherit component={Link} to="/operador/cadastros" td="underline" c="inherit">
              {data.length === 0 ? texts.queueEmpty : texts.queueHint(data.length)}
            </Text>
          }
        />
      )}
    </QueryState>
  );
}

function useVerifications() {
  return api.useQuery('get', '/api/operator/ledger-verifications', undefined, {
    refetchInterval: ASK_AGAIN_MS,
  });
}

function LastVerification({
  verifications,
}: {
  verifications: ReturnType<typeof useVerifications>;
}) {
  return (
    <QueryState query={verifications} lines={2}>
      {({ data: [last] }) => (
        <StatCard
          label={texts.lastVerification}
          value={last ? (common.statuses[resultOf(last)] ?? resultOf(last)) : common.notThere}
          hint={
            <Text inherit component={Link} to="/operador/livro" td="underline" c="inherit">
              {last ? formatInstant(last.finished_at ?? last.asked_at) : texts.seeLedger}
            </Text>
          }
        />
      )}
    </QueryState>
  );
}
