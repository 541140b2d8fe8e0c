import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/subscriptions.ts';
import type { Subscription } from './subscription-types.ts';

const BASE = '/api/panel/{environment}/subscriptions/{id}';

/** The actions that a member may take on a subscription in its state. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { internal_id: id, status } = subscription;
  const environment = useEnvironment();
  const client = useQueryClient();
  const optionsOf = (message: string) => ({
    onSuccess: () => showDone(message),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  const pause = api.useMutation('post', `${BASE}/pause`, optionsOf(texts.paused));
  const resume = api.useMutation('post', `${BASE}/resume`, optionsOf(texts.resumed));
  const cancel = api.useMutation('post', `${BASE}/cancel`, optionsOf(texts.canceled));
  const params = { params: { path: { environment, id } } };
  const isRunning = status === 'authorized' || status === 'paused';
  return (
    <>
      {status === 'authorized' && (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate(params)}>
          {texts.pause}
        </Button>
      )}
      {status === 'paused' && (
        <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate(params)}>
          {texts.resume}
        </Button>
      )}
      {(isRunning || status === 'created') && (
        <ConfirmButton
          title={texts.cancel}
          question={texts.cancelQuestion}
          confirm={texts.cancel}
          loading={cancel.isPending}
          onConfirm={() => cancel.mutate(params)}
        >
          {texts.cancel}
        </ConfirmButton>
      )}
    </>
  );
}
