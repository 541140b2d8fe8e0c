import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatInstant } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { IconListCheck, IconRefresh } from '#panel/icons.ts';
import { texts } from '#texts/ledger.ts';
import { resultOf, type Verification } from './verification-result.ts';
import { VerifiedRules } from './verified-rules.tsx';

const ASK_AGAIN_MS = 2_000;

/** The last verifications of the ledger, and a button that requests one. */
export function Verifications() {
  const [opened, setOpened] = useState<Verification>();
  const verifications = api.useQuery('get', '/api/operator/ledger-verifications', undefined, {
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status !== 'done') ? ASK_AGAIN_MS : false,
  });
  return (
    <Section title={texts.verifications} description={texts.verificationsHint} action={<Verify />}>
      <QueryState query={verifications}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={IconListCheck}
              title={texts.noVerifications}
              description={texts.noVerificationsHint}
            />
          ) : (
            <DataTable
              caption={texts.verificationsCaption}
              columns={COLUMNS}
              rows={data}
              rowKey={(row) => row.id}
              dayOf={(row) => row.asked_at}
              onRowClick={setOpened}
            />
          )
        }
      </QueryState>
      {opened !== undefined && (
        <Dialog
          onClose={() => setOpened(undefined)}
          size="xl"
          title={opened && texts.lawsTitle(formatInstant(opened.asked_at))}
        >
          {opened && <VerifiedRules verification={opened} />}
        </Dialog>
      )}
    </Section>
  );
}

function Verify() {
  const client = useQueryClient();
  const verify = api.useMutation('post', '/api/operator/ledger-verifications', {
    onSuccess: () => showDone(texts.verifyAsked),
    onError: showProblem,
    onSettled: () =>
      client.invalidateQueries({ queryKey: ['get', '/api/operator/ledger-verifications'] }),
  });
  return (
    <IfAllowed operation="verifyLedger">
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} />}
          loading={verify.isPending}
          onClick={() => verify.mutate({})}
        >
          {texts.verifyNow}
        </Button>
        <Button
          variant="subtle"
          size="xs"
          disabled={verify.isPending}
          onClick={() => verify.mutate({ params: { query: { scope: 'all' } } })}
        >
          {texts.verifyAll}
        </Button>
      </Group>
    </IfAllowed>
  );
}

const COLUMNS: readonly Column<Verification>[] = [
  {
    key: 'asked',
    place: 'time',
    label: texts.askedAt,
    render: (row) => <Instant at={row.asked_at} />,
  },
  {
    key: 'finished',
    place: 'more',
    isNamed: true,
    label: texts.finishedAt,
    render: (row) => <Instant at={row.finished_at} />,
  },
  {
    key: 'origin',
    place: 'name',
    label: texts.origin,
    render: (row) => (row.is_scheduled ? texts.scheduled : texts.asked),
  },
  {
    key: 'scope',
    place: 'amount',
    label: texts.scope,
    render: (row) => (row.is_full ? texts.scopeAll : texts.scopeNew),
  },
  {
    key: 'result',
    place: 'state',
    label: texts.result,
    render: (row) => <StatusBadge status={resultOf(row)} />,
  },
];
