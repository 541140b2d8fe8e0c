import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payout-controls.ts';

/** Cancels a payout that waits and was not sent. */
export function CancelPayout({ id }: { id: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const cancel = api.useMutation('post', '/api/panel/{environment}/payouts/{id}/cancel', {
    onSuccess: () => showDone(texts.cancelled),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <ConfirmWithCode
      title={texts.cancelPayout}
      question={texts.cancelQuestion}
      label={texts.cancelPayout}
      isPending={cancel.isPending}
      onConfirm={(code) =>
        cancel.mutate({ params: { path: { environment, id } }, body: codeOf(code) })
      }
    />
  );
}
