import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct } from '#panel/session/session.ts';
import { texts } from '#texts/payout-controls.ts';

/** The stops that hold a merchant's payouts. */
type Stops = Answer<'/api/panel/{environment}/payout-stop'>;

/** The merchant's own switch, and the stops of the platform. */
export function StopSection() {
  const environment = useEnvironment();
  const mayAct = useMayAct('stopPayouts');
  const stops = api.useQuery('get', '/api/panel/{environment}/payout-stop', {
    params: { path: { environment } },
  });
  const action = mayAct && stops.data && <Switch isStopped={stops.data.by_merchant !== null} />;
  return (
    <Section title={texts.stopTitle} description={texts.stopHint} action={action}>
      <QueryState query={stops} lines={2}>
        {(data) => <StopFacts stops={data} />}
      </QueryState>
    </Section>
  );
}

function Switch({ isStopped }: { isStopped: boolean }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const settle = { onError: showProblem, onSettled: () => client.invalidateQueries() };
  const stop = api.useMutation('post', '/api/panel/{environment}/payout-stop', {
    onSuccess: () => showDone(texts.stopped),
    ...settle,
  });
  const resume = api.useMutation('post', '/api/panel/{environment}/payout-stop/resume', {
    onSuccess: () => showDone(texts.resumed),
    ...settle,
  });
  const params = { path: { environment } };
  return isStopped ? (
    <ConfirmWithCode
      title={texts.resume}
      question={texts.resumeQuestion}
      label={texts.resume}
      isMain
      isPending={resume.isPending}
      onConfirm={(code) => resume.mutate({ params, body: codeOf(code) })}
    />
  ) : (
    <ConfirmButton
      title={texts.stop}
      question={texts.stopQuestion}
      confirm={texts.stop}
      loading={stop.isPending}
      onConfirm={() => stop.mutate({ params, body: {} })}
    >
      {texts.stop}
    </ConfirmButton>
  );
}

function StopFacts({ stops }: { stops: Stops }) {
  const shown = [
    [texts.stoppedByMerchant, stops.by_merchant],
    [texts.stoppedByOperator, stops.by_operator],
    [texts.stoppedByPlatform, stops.by_platform],
  ] as const;
  const isRunning = shown.every(([, stop]) => stop === null);
  return (
    <Stack gap="xs">
      {isRunning && <Text size="sm">{texts.running}</Text>}
      {shown.map(
        ([label, stop]) =>
          stop && (
            <Text size="sm" key={label}>
              {label}, {texts.since} <Instant at={stop.stopped_at} />
              {stop.reason ? `: ${stop.reason}` : ''}
            </Text>
          ),
      )}
      {stops.waiting.count > 0 && (
        <Text size="sm">
          {texts.waiting(stops.waiting.count)} <Money centavos={stops.waiting.amount} />
        </Text>
      )}
    </Stack>
  );
}
