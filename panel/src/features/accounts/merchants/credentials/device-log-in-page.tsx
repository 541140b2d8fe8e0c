import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useMay, useSession } from '#panel/session/session.ts';
import { texts } from '#texts/device-log-in.ts';
import { DeviceDecision, type WaitingDevice } from './device-decision.tsx';

/** A member types the code of `pix login` and decides about its key. */
export function DeviceLogInPage() {
  const { merchant } = useSession();
  const may = useMay('approveDeviceLogIn');
  const [device, setDevice] = useState<WaitingDevice>();
  const [end, setEnd] = useState<'approved' | 'denied'>();
  return (
    <>
      <PageHeader description={texts.description} />
      <Stack maw={560} gap="lg">
        {merchant?.is_sandbox && <Alert variant="outline">{texts.sandbox}</Alert>}
        {!merchant?.is_sandbox && !may && <Alert variant="outline">{texts.notAllowed}</Alert>}
        {!merchant?.is_sandbox && may && !device && <CodeForm onFound={setDevice} />}
        {device && !end && <DeviceDecision device={device} onEnd={setEnd} />}
        {end && (
          <Alert color={end === 'approved' ? 'green' : 'gray'} variant="outline" role="status">
            {texts.ends[end]}
          </Alert>
        )}
      </Stack>
    </>
  );
}

function CodeForm({ onFound }: { onFound: (device: WaitingDevice) => void }) {
  const form = useForm({ initialValues: { userCode: '' } });
  const lookUp = api.useMutation('post', '/api/panel/credentials/device-log-ins/look-up', {
    meta: { isStep: true },
    onSuccess: (found) => onFound({ ...found, userCode: form.values.userCode }),
  });
  const submit = form.onSubmit(({ userCode }) => lookUp.mutate({ body: { user_code: userCode } }));
  return (
    <Form check={form.validate} isKept={false} onSubmit={submit}>
      <Stack gap="md">
        {lookUp.error && <ProblemAlert error={lookUp.error} />}
        <TextInput
          label={texts.code}
          description={texts.codeHint}
          required
          maxLength={32}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="BCDF-GHJK"
          {...form.getInputProps('userCode')}
        />
        <Button type="submit" loading={lookUp.isPending} style={{ alignSelf: 'flex-start' }}>
          {texts.next}
        </Button>
      </Stack>
    </Form>
  );
}
