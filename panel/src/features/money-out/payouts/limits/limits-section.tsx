import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { IconClock } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct } from '#panel/session/session.ts';
import { texts } from '#texts/payout-controls.ts';
import type { LimitsAnswer } from './limit-types.ts';
import { LimitsForm } from './limits-form.tsx';
import { LimitsTable } from './limits-table.tsx';

/** The merchant's limits: what is in force, what was requested, and a raise that is pending. */
export function LimitsSection() {
  const environment = useEnvironment();
  const mayAct = useMayAct('setPayoutLimits');
  const [isOpen, { open, close }] = useDisclosure();
  const limits = api.useQuery('get', '/api/panel/{environment}/payout-limits', {
    params: { path: { environment } },
  });
  const action = mayAct && limits.data && (
    <Button size="xs" variant="default" onClick={open}>
      {texts.changeLimits}
    </Button>
  );
  return (
    <Section title={texts.limitsTitle} description={texts.limitsHint} action={action}>
      <QueryState query={limits} lines={6}>
        {(data) => (
          <Stack gap="md">
            <Pending limits={data} />
            <LimitsTable inForce={data.in_force} ofPlatform={data.operator} />
            <Text size="sm">
              {texts.requestedToday}: <Money centavos={data.requested_today} />
            </Text>
            {data.requested_tonight !== null && (
              <Text size="sm">
                {texts.requestedTonight}: <Money centavos={data.requested_tonight} />
              </Text>
            )}
            {isOpen && <ChangeLimits limits={data} onClose={close} />}
          </Stack>
        )}
      </QueryState>
    </Section>
  );
}

function ChangeLimits({ limits, onClose }: { limits: LimitsAnswer; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const change = api.useMutation('put', '/api/panel/{environment}/payout-limits', {
    onSuccess: ({ pending }) => {
      showDone(pending ? texts.savedWithRaise : texts.saved);
      void client.invalidateQueries();
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={texts.changeLimits}>
      <LimitsForm
        limits={limits.pending ?? limits.merchant}
        environment={environment}
        error={change.error}
        isPending={change.isPending}
        onSave={(wanted, code) =>
          change.mutate({
            params: { path: { environment } },
            body: { ...wanted, ...codeOf(code) },
          })
        }
      />
    </Dialog>
  );
}

function Pending({ limits: { pending, merchant, operator } }: { limits: LimitsAnswer }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const cancel = api.useMutation('delete', '/api/panel/{environment}/payout-limits/pending', {
    onSuccess: () => showDone(texts.raiseCancelled),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  if (!pending) return null;
  return (
    <Alert
      variant="outline"
      color="yellow"
      icon={<IconClock size={18} />}
      title={texts.pendingTitle}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Stack gap="xs">
        <Text size="sm">
          {texts.pendingFrom} <Instant at={pending.effective_at} />
        </Text>
        <LimitsTable inForce={pending} ofPlatform={operator} before={merchant} />
        <Group justify="flex-end">
          <ConfirmButton
            size="xs"
            title={texts.cancelRaise}
            question={texts.cancelRaiseQuestion}
            confirm={texts.cancelRaise}
            loading={cancel.isPending}
            onConfirm={() => cancel.mutate({ params: { path: { environment } } })}
          >
            {texts.cancelRaise}
          </ConfirmButton>
        </Group>
      </Stack>
    </Alert>
  );
}
