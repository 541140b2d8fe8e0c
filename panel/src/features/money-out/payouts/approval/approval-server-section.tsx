import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { ProblemAlert, QueryState } from '#panel/components/query-state.tsx';
import { SECRET_DIALOG, SecretReveal } from '#panel/components/secret-reveal.tsx';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct } from '#panel/session/session.ts';
import { texts } from '#texts/payout-controls.ts';
import { ApprovalCallsTable } from './approval-calls-table.tsx';

/** The merchant's server that approves payouts, and the calls that it got. */
export function ApprovalServerSection() {
  const environment = useEnvironment();
  const mayAct = useMayAct('setApprovalServer');
  const server = api.useQuery('get', '/api/panel/{environment}/approval-server', {
    params: { path: { environment } },
  });
  const action = mayAct && server.data && <Actions hasServer={server.data.url !== null} />;
  return (
    <Section title={texts.serverTitle} description={texts.serverHint} action={action}>
      <QueryState query={server} lines={2}>
        {({ url }) => (
          <Stack gap="md">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {url ?? texts.noServer}
            </Text>
            {url !== null && <ApprovalCallsTable />}
          </Stack>
        )}
      </QueryState>
    </Section>
  );
}

function Actions({ hasServer }: { hasServer: boolean }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const remove = api.useMutation('delete', '/api/panel/{environment}/approval-server', {
    onSuccess: () => showDone(texts.serverRemoved),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={open}>
        {texts.setServer}
      </Button>
      {hasServer && (
        <ConfirmButton
          size="xs"
          title={texts.removeServer}
          question={texts.removeServerQuestion}
          confirm={texts.removeServer}
          loading={remove.isPending}
          onConfirm={() => remove.mutate({ params: { path: { environment } } })}
        >
          {texts.removeServer}
        </ConfirmButton>
      )}
      {isOpen && <SetServer onClose={close} />}
    </Group>
  );
}

function SetServer({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const [code, setCode] = useState('');
  const set = api.useMutation('put', '/api/panel/{environment}/approval-server', {
    onSuccess: () => client.invalidateQueries(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate({ params: { path: { environment } }, body: { url, ...codeOf(code) } });
  };
  return (
    <Dialog onClose={onClose} title={texts.setServer} {...SECRET_DIALOG}>
      {set.data ? (
        <Stack gap="md">
          <SecretReveal secret={set.data.secret} label={texts.serverSecret} />
        </Stack>
      ) : (
        <Form onSubmit={submit}>
          <Stack gap="md">
            {set.error ? <ProblemAlert error={set.error} /> : null}
            <TextInput
              label={texts.serverUrl}
              required
              type="url"
              autoComplete="off"
              data-autofocus
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
            />
            <CodeField code={code} onChange={setCode} />
            <Group justify="flex-end">
              <Button type="submit" loading={set.isPending}>
                {texts.setServer}
              </Button>
            </Group>
          </Stack>
        </Form>
      )}
    </Dialog>
  );
}
