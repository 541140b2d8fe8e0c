import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from './texts.ts';

/** Cancels a pending charge. */
export function CancelCharge({ id }: { id: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const cancel = api.useMutation('post', '/api/panel/{environment}/charges/{id}/cancel', {
    onSuccess: () => showDone(texts.chargeCanceled),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <ConfirmButton
      title={texts.cancelCharge}
      question={texts.cancelQuestion}
      confirm={texts.cancelCharge}
      loading={cancel.isPending}
      onConfirm={() => cancel.mutate({ params: { path: { environment, id } } })}
    >
      {texts.cancelCharge}
    </ConfirmButton>
  );
}
