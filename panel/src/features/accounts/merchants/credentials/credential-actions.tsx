import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { openDialog } from '#panel/components/open-dialog.ts';
import { RowActions } from '#panel/components/row-actions.tsx';
import { SECRET_DIALOG } from '#panel/components/secret-reveal.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/credentials.ts';
import { ChangeRights } from './change-rights.tsx';
import type { Credential } from './credential-types.ts';
import { NewKeyPair } from './new-key-pair.tsx';

/** Restricts, replaces or revokes a key. */
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
        openDialog({
          title: texts.createdTitle,
          ...SECRET_DIALOG,
          children: <NewKeyPair pair={pair} />,
        });
      },
    },
  );
  const revoke = api.useMutation('delete', '/api/panel/{environment}/credentials/{client_id}', {
    onSuccess: () => {
      showDone(texts.revoked);
      void refresh();
    },
    onError: showProblem,
  });
  return (
    <RowActions name={credential.name}>
      <IfAllowed operation="changeKeyRights">
        <ChangeRights credential={credential} />
      </IfAllowed>
      <IfAllowed operation="rotateCredential">
        <ConfirmWithCode
          isSmall
          title={texts.rotateTitle}
          question={texts.rotateQuestion(credential.name)}
          label={texts.rotate}
          isPending={rotate.isPending}
          onConfirm={(code) => rotate.mutateAsync({ params: { path }, body: codeOf(code) })}
        />
      </IfAllowed>
      <IfAllowed operation="revokeCredential">
        <ConfirmButton
          size="xs"
          title={texts.revokeTitle}
          question={texts.revokeQuestion(credential.name)}
          confirm={texts.revoke}
          loading={revoke.isPending}
          onConfirm={() => revoke.mutate({ params: { path } })}
        >
          {texts.revoke}
        </ConfirmButton>
      </IfAllowed>
    </RowActions>
  );
}
