import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { Instant } from '#panel/components/instant.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import type { Environment } from '#panel/session/environment.tsx';
import { useMay } from '#panel/session/session.ts';
import { texts } from '#texts/device-log-in.ts';

const ENVIRONMENTS = ['test', 'live'] as const;

/** A command that waits for a key, and the code under which it waits. */
export interface WaitingDevice {
  readonly userCode: string;
  readonly client_name: string;
  readonly address: string;
  readonly expires_at: string;
}

/** Shows which command waits. The member chooses its key, or refuses. */
export function DeviceDecision({
  device,
  onEnd,
}: {
  device: WaitingDevice;
  onEnd: (end: 'approved' | 'denied') => void;
}) {
  const { userCode, client_name: clientName } = device;
  const mayDeny = useMay('denyDeviceLogIn');
  const form = useForm({
    initialValues: { environment: 'test' as Environment, name: clientName, code: '' },
  });
  const approve = api.useMutation(
    'post',
    '/api/panel/{environment}/credentials/device-log-ins/approve',
    {
      onSuccess: () => onEnd('approved'),
      onError: (error) => {
        form.setErrors(fieldErrors(error));
        form.setFieldValue('code', '');
      },
    },
  );
  const deny = api.useMutation('post', '/api/panel/credentials/device-log-ins/deny', {
    onSuccess: () => onEnd('denied'),
  });
  const submit = form.onSubmit(({ environment, name, code }) =>
    approve.mutate({
      params: { path: { environment } },
      body: { user_code: userCode, name, ...codeOf(code) },
    }),
  );
  const problem = approve.error ?? deny.error;
  return (
    <Form check={form.validate} onSubmit={submit}>
      <Stack gap="md">
        <Text>{texts.warning}</Text>
        <FactTable
          facts={[
            [texts.client, clientName],
            [texts.address, device.address],
            [texts.code, userCode.toUpperCase()],
            [texts.validUntil, <Instant key="until" at={device.expires_at} />],
          ]}
        />
        {problem && <ProblemAlert error={problem} />}
        <Radio.Group label={texts.environment} {...form.getInputProps('environment')}>
          <Stack gap="xs" mt="xs">
            {ENVIRONMENTS.map((value) => (
              <Radio key={value} value={value} label={texts.environments[value]} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={texts.name}
          required
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <CodeField
          code={form.values.code}
          onChange={(code) => form.setFieldValue('code', code)}
          environment={form.values.environment}
        />
        <Group>
          <Button type="submit" loading={approve.isPending}>
            {texts.approve}
          </Button>
          {mayDeny && (
            <Button
              variant="default"
              loading={deny.isPending}
              onClick={() => deny.mutate({ body: { user_code: userCode } })}
            >
              {texts.deny}
            </Button>
          )}
        </Group>
      </Stack>
    </Form>
  );
}
