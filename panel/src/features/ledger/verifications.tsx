import { Button, Group, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatInstant } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { IconRefresh } from '#panel/icons.ts';
import { texts } from '#panel/texts/texts.ts';
import { resultOf, type Verification } from './verification-result.ts';
import { VerifiedLaws } from './verified-laws.tsx';

const words = texts.ledger;
const ASK_AGAIN_MS = 2_000;

/** The last verifications of the ledger, and asking for one now. */
export function Verifications() {
  const [opened, setOpened] = useState<Verification>();
  const verifications = api.useQuery('get', '/api/operator/ledger-verifications', undefined, {
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status !== 'done') ? ASK_AGAIN_MS : false,
  });
  return (
    <Section title={words.verifications} description={words.verificationsHint} action={<Verify />}>
      <QueryState query={verifications}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={words.noVerifications} description={words.noVerificationsHint} />
          ) : (
            <DataTable
              caption={words.verificationsCaption}
              columns={COLUMNS}
              rows={data}
              rowKey={(row) => row.id}
              onRowClick={setOpened}
            />
          )
        }
      </QueryState>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size="xl"
        title={opened && words.lawsTitle(formatInstant(opened.asked_at))}
        closeButtonProps={{ 'aria-label': texts.common.close }}
      >
        {opened && <VerifiedLaws verification={opened} />}
      </Modal>
    </Section>
  );
}

function Verify() {
  const client = useQueryClient();
  const verify = api.useMutation('post', '/api/operator/ledger-verifications', {
    onSuccess: () => showDone(words.verifyAsked),
    onError: showProblem,
    onSettled: () =>
      client.invalidateQueries({ queryKey: ['get', '/api/operator/ledger-verifications'] }),
  });
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} />}
        loading={verify.isPending}
        onClick={() => verify.mutate({})}
      >
        {words.verifyNow}
      </Button>
      <Button
        variant="subtle"
        size="xs"
        disabled={verify.isPending}
        onClick={() => verify.mutate({ params: { query: { scope: 'all' } } })}
      >
        {words.verifyAll}
      </Button>
    </Group>
  );
}

const COLUMNS: readonly Column<Verification>[] = [
  { key: 'asked', label: words.askedAt, render: (row) => <Instant at={row.asked_at} /> },
  { key: 'finished', label: words.finishedAt, render: (row) => <Instant at={row.finished_at} /> },
  {
    key: 'origin',
    label: words.origin,
    render: (row) => (row.is_scheduled ? words.scheduled : words.asked),
  },
  {
    key: 'scope',
    label: words.scope,
    render: (row) => (row.is_full ? words.scopeAll : words.scopeNew),
  },
  {
    key: 'result',
    label: words.result,
    render: (row) => <StatusBadge status={resultOf(row)} />,
  },
];
