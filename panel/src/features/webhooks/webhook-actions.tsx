import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { openDialog } from '#panel/components/open-dialog.ts';
import { SECRET_DIALOG, SecretReveal } from '#panel/components/secret-reveal.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/webhooks.ts';
import { WebhookForm } from './webhook-form.tsx';
import type { Webhook } from './webhook-types.ts';

/** The actions of a webhook. */
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
      showDone(texts.testSent);
      void refresh();
    },
    onError,
  });
  const isActive = webhook.status === 'active';
  const status = isActive ? 'paused' : 'active';
  return (
    <IfAllowed operation="changeWebhook">
      <Button loading={test.isPending} onClick={() => test.mutate({ params })}>
        {texts.sendTest}
      </Button>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ params, body: { status } })}
      >
        {isActive ? texts.pause : texts.resume}
      </Button>
      <Button variant="default" onClick={open}>
        {texts.edit}
      </Button>
      <SecretAndEnd webhook={webhook} />
      {isEditing && <WebhookForm webhook={webhook} onClose={close} />}
    </IfAllowed>
  );
}

function SecretAndEnd({ webhook }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { path: { environment, id: webhook.id } };
  const rotate = api.useMutation('post', '/api/panel/{environment}/webhooks/{id}/rotate', {
    onSuccess: ({ secret }) =>
      openDialog({
        title: texts.rotatedTitle,
        ...SECRET_DIALOG,
        children: <SecretReveal secret={secret} label={texts.secret} />,
      }),
  });
  const remove = api.useMutation('delete', '/api/panel/{environment}/webhooks/{id}', {
    onSuccess: async () => {
      showDone(texts.removed);
      await navigate({ to: '/painel/webhooks' });
      await client.invalidateQueries();
    },
    onError: showProblem,
  });
  return (
    <>
      {environment === 'live' ? (
        <ConfirmWithCode
          title={texts.rotateTitle}
          question={texts.rotateQuestion}
          label={texts.rotate}
          isPending={rotate.isPending}
          onConfirm={(code) => rotate.mutateAsync({ params, body: codeOf(code) })}
        />
      ) : (
        <ConfirmButton
          title={texts.rotateTitle}
          question={texts.rotateQuestion}
          confirm={texts.rotate}
          loading={rotate.isPending}
          onConfirm={() => rotate.mutate({ params, body: {} }, { onError: showProblem })}
        >
          {texts.rotate}
        </ConfirmButton>
      )}
      <ConfirmButton
        title={texts.removeTitle}
        question={texts.removeQuestion}
        confirm={texts.remove}
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      >
        {texts.remove}
      </ConfirmButton>
    </>
  );
}
