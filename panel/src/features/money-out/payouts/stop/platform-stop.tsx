import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useMay } from '#panel/session/session.ts';
import { texts } from '#texts/payout-controls.ts';

const ASK_AGAIN = { refetchInterval: 15_000 };

type AllStops = Answer<'/api/operator/payout-stops'>;
type MerchantStop = AllStops['merchants'][number];

/** The operators' switch of all live payouts, and the merchants whose payouts are stopped. */
export function PlatformStop() {
  const stops = api.useQuery('get', '/api/operator/payout-stops', undefined, ASK_AGAIN);
  const mayStop = useMay('stopAllPayouts');
  const action = mayStop && stops.data && <Switch isStopped={stops.data.platform !== null} />;
  return (
    <Section title={texts.platformTitle} action={action}>
      <QueryState query={stops} lines={2}>
        {(data) => <Facts stops={data} />}
      </QueryState>
    </Section>
  );
}

function Facts({ stops: { platform, merchants, waiting } }: { stops: AllStops }) {
  return (
    <Stack gap="xs">
      <Text size="sm">
        {platform ? (
          <>
            {texts.platformStopped}, {texts.since} <Instant at={platform.stopped_at} />
            {platform.reason ? `: ${platform.reason}` : ''}
          </>
        ) : (
          texts.platformRunning
        )}
      </Text>
      {waiting.count > 0 && (
        <Text size="sm">
          {texts.waiting(waiting.count)} <Money centavos={waiting.amount} />
        </Text>
      )}
      {merchants.length > 0 && (
        <DataTable
          caption={texts.merchantStops}
          columns={COLUMNS}
          rows={merchants}
          rowKey={(row) => `${row.username} ${row.environment} ${row.stopped_by}`}
        />
      )}
    </Stack>
  );
}

const COLUMNS: readonly Column<MerchantStop>[] = [
  { key: 'merchant', place: 'name', label: texts.merchant, render: (row) => `@${row.username}` },
  {
    key: 'environment',
    place: 'amount',
    label: texts.environment,
    render: (row) => texts.environments[row.environment],
  },
  {
    key: 'by',
    place: 'state',
    label: texts.stoppedBy,
    render: (row) => texts.stoppedByNames[row.stopped_by],
  },
  {
    key: 'since',
    place: 'time',
    label: texts.since,
    render: (row) => <Instant at={row.stopped_at} />,
  },
];

function Switch({ isStopped }: { isStopped: boolean }) {
  const client = useQueryClient();
  const settle = { onError: showProblem, onSettled: () => client.invalidateQueries() };
  const stop = api.useMutation('post', '/api/operator/payout-stops', {
    onSuccess: () => showDone(texts.stopped),
    ...settle,
  });
  const resume = api.useMutation('post', '/api/operator/payout-stops/resume', {
    onSuccess: () => showDone(texts.resumed),
    ...settle,
  });
  return isStopped ? (
    <ConfirmWithCode
      title={texts.resumeAll}
      question={texts.resumeQuestion}
      label={texts.resumeAll}
      isMain
      isPending={resume.isPending}
      onConfirm={(code) => resume.mutate({ body: codeOf(code) })}
    />
  ) : (
    <ConfirmButton
      title={texts.stopAll}
      question={texts.stopAllQuestion}
      confirm={texts.stopAll}
      loading={stop.isPending}
      onConfirm={() => stop.mutate({ body: {} })}
    >
      {texts.stopAll}
    </ConfirmButton>
  );
}
