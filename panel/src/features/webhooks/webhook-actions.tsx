import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { SECRET_DIALOG, SecretReveal } from '#panel/components/secret-reveal.tsx';
import { useEnvironment } from '#panel/layout/environment.tsx';
import { texts } from '#panel/texts/texts.ts';
import { WebhookForm } from './webhook-form.tsx';
import type { Webhook } from './webhooks-page.tsx';

const words = texts.webhooks;

/** What can be done with a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [isEditing, { open, close }] = useDisclosure();
  const params = { path: { environment, id: webhook.id } };
  const refresh = () => client.invalidateQueries();
  const onError = showProblem;
  const change = api.useMutation('patch', '/api/panel/{environment}/webhooks/{id}', {
    onSuccess: refresh,
    onError,
  });
  const test = api.useMutation('post', '/api/panel/{environment}/webhooks/{id}/test', {
    onSuccess: () => {
      showDone(words.testSent);
      void refresh();
    },
    onError,
  });
  const isActive = webhook.status === 'active';
  const status = isActive ? 'paused' : 'active';
  return (
    <>
      <Button loading={test.isPending} onClick={() => test.mutate({ params })}>
        {words.sendTest}
      </Button>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ params, body: { status } })}
      >
        {isActive ? words.pause : words.resume}
      </Button>
      <Button variant="default" onClick={open}>
        {words.edit}
      </Button>
      <SecretAndEnd webhook={webhook} />
      {isEditing && <WebhookForm webhook={webhook} onClose={close} />}
    </>
  );
}

function SecretAndEnd({ webhook }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { path: { environment, id: webhook.id } };
  const rotate = api.useMutation('post', '/api/panel/{environment}/webhooks/{id}/rotate', {
    onSuccess: ({ secret }) =>
      modals.open({
        title: words.rotatedTitle,
        ...SECRET_DIALOG,
        children: <SecretReveal secret={secret} label={words.secret} />,
      }),
    onError: showProblem,
  });
  const remove = api.useMutation('delete', '/api/panel/{environment}/webhooks/{id}', {
    onSuccess: async () => {
      showDone(words.removed);
      await navigate({ to: '/painel/webhooks' });
      await client.invalidateQueries();
    },
    onError: showProblem,
  });
  return (
    <>
      {environment === 'live' ? (
        <ConfirmWithCode
          title={words.rotateTitle}
          question={words.rotateQuestion}
          label={words.rotate}
          isPending={rotate.isPending}
          onConfirm={(code) => rotate.mutate({ params, body: codeOf(code) })}
        />
      ) : (
        <ConfirmButton
          title={words.rotateTitle}
          question={words.rotateQuestion}
          confirm={words.rotate}
          loading={rotate.isPending}
          onConfirm={() => rotate.mutate({ params, body: {} })}
        >
          {words.rotate}
        </ConfirmButton>
      )}
      <ConfirmButton
        title={words.removeTitle}
        question={words.removeQuestion}
        confirm={words.remove}
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      >
        {words.remove}
      </ConfirmButton>
    </>
  );
}
