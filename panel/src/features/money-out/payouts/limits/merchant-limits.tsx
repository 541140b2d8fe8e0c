import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import type { Environment } from '#panel/session/environment.tsx';
import { useMay } from '#panel/session/session.ts';
import { texts } from '#texts/payout-controls.ts';
import type { LimitsAnswer } from './limit-types.ts';
import { LimitsForm } from './limits-form.tsx';
import { LimitsTable } from './limits-table.tsx';

interface Which {
  readonly username: string;
  readonly environment: Environment;
}

const ENVIRONMENTS = [
  { value: 'live', label: texts.environments.live },
  { value: 'test', label: texts.environments.test },
];

/** The operators' limits and switch for one merchant. */
export function MerchantLimits({ username }: { username: string }) {
  const [environment, setEnvironment] = useState<Environment>('live');
  const [isOpen, { open, close }] = useDisclosure();
  const which = { username, environment };
  const limits = api.useQuery(
    'get',
    '/api/operator/merchants/{username}/payout-limits/{environment}',
    { params: { path: which } },
  );
  const mayChange = useMay('setPayoutLimitsOfMerchant');
  const action = mayChange && (
    <Group gap="xs">
      <Switch which={which} />
      <Button size="xs" variant="default" disabled={!limits.data} onClick={open}>
        {texts.changeLimits}
      </Button>
    </Group>
  );
  return (
    <Section title={texts.operatorTitle} description={texts.operatorHint} action={action}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={texts.environment}
          style={{ alignSelf: 'flex-start' }}
          data={ENVIRONMENTS}
          value={environment}
          onChange={(value) => setEnvironment(value === 'test' ? 'test' : 'live')}
        />
        <QueryState query={limits} lines={6}>
          {(data) => (
            <>
              <LimitsTable inForce={data.in_force} ofPlatform={data.operator} />
              {isOpen && <ChangeLimits which={which} limits={data} onClose={close} />}
            </>
          )}
        </QueryState>
      </Stack>
    </Section>
  );
}

function ChangeLimits({
  which,
  limits,
  onClose,
}: {
  which: Which;
  limits: LimitsAnswer;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const change = api.useMutation(
    'put',
    '/api/operator/merchants/{username}/payout-limits/{environment}',
    {
      onSuccess: () => {
        showDone(texts.saved);
        void client.invalidateQueries();
        onClose();
      },
    },
  );
  return (
    <Dialog onClose={onClose} title={texts.changeLimits}>
      <LimitsForm
        limits={limits.operator}
        environment={which.environment}
        error={change.error}
        isPending={change.isPending}
        onSave={(wanted, code) =>
          change.mutate({ params: { path: which }, body: { ...wanted, ...codeOf(code) } })
        }
      />
    </Dialog>
  );
}

function Switch({ which: { username, environment } }: { which: Which }) {
  const client = useQueryClient();
  const stops = api.useQuery('get', '/api/operator/payout-stops');
  const isStopped = stops.data?.merchants.some(
    (stop) =>
      stop.username === username &&
      stop.environment === environment &&
      stop.stopped_by === 'operator',
  );
  const settle = { onError: showProblem, onSettled: () => client.invalidateQueries() };
  const stop = api.useMutation('post', '/api/operator/merchants/{username}/payout-stop', {
    onSuccess: () => showDone(texts.stopped),
    ...settle,
  });
  const resume = api.useMutation('post', '/api/operator/merchants/{username}/payout-stop/resume', {
    onSuccess: () => showDone(texts.resumed),
    ...settle,
  });
  const params = { path: { username } };
  return isStopped ? (
    <ConfirmWithCode
      isSmall
      isMain
      title={texts.resume}
      question={texts.resumeQuestion}
      label={texts.resume}
      isPending={resume.isPending}
      onConfirm={(code) => resume.mutate({ params, body: { environment, ...codeOf(code) } })}
    />
  ) : (
    <ConfirmButton
      size="xs"
      title={texts.stop}
      question={texts.stopQuestion}
      confirm={texts.stop}
      loading={stop.isPending}
      onConfirm={() => stop.mutate({ params, body: { environment } })}
    >
      {texts.stop}
    </ConfirmButton>
  );
}
