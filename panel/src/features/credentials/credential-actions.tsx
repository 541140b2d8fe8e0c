import { Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/layout/environment.tsx';
import { texts } from '#panel/texts/texts.ts';
import type { Credential } from './credential-columns.tsx';
import { NewKeyPair } from './new-key-pair.tsx';

const words = texts.credentials;

/** Another key in the place of this one, or its end. */
export function CredentialActions({ credential }: { credential: Credential }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const path = { environment, client_id: credential.client_id };
  const refresh = () =>
    client.invalidateQueries({ queryKey: ['get', '/api/panel/{environment}/credentials'] });
  const rotate = api.useMutation(
    'post',
    '/api/panel/{environment}/credentials/{client_id}/rotate',
    {
      onSuccess: (pair) => {
        void refresh();
        modals.open({ title: words.createdTitle, children: <NewKeyPair pair={pair} /> });
      },
      onError: showProblem,
    },
  );
  const revoke = api.useMutation('delete', '/api/panel/{environment}/credentials/{client_id}', {
    onSuccess: () => {
      showDone(words.revoked);
      void refresh();
    },
    onError: showProblem,
  });
  return (
    <Group gap="xs" wrap="nowrap">
      <ConfirmButton
        size="xs"
        title={words.rotateTitle}
        question={words.rotateQuestion(credential.name)}
        confirm={words.rotate}
        loading={rotate.isPending}
        onConfirm={() => rotate.mutate({ params: { path } })}
      >
        {words.rotate}
      </ConfirmButton>
      <ConfirmButton
        size="xs"
        title={words.revokeTitle}
        question={words.revokeQuestion(credential.name)}
        confirm={words.revoke}
        loading={revoke.isPending}
        onConfirm={() => revoke.mutate({ params: { path } })}
      >
        {words.revoke}
      </ConfirmButton>
    </Group>
  );
}
