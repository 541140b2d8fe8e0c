import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { askToConfirm } from '#panel/components/ask-to-confirm.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/transactions.ts';

/** Cancels a pending charge. */
export function CancelCharge({ id }: { id: string }) {
  const { ask, isPending } = useCancelCharge(id);
  return (
    <Button variant="default" loading={isPending} onClick={ask}>
      {texts.cancelCharge}
    </Button>
  );
}

/** Asks whether to cancel a pending charge, and cancels it. */
export function useCancelCharge(id: string): { ask: () => void; isPending: boolean } {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { mutate, isPending } = api.useMutation(
    'post',
    '/api/panel/{environment}/charges/{id}/cancel',
    {
      onSuccess: () => showDone(texts.chargeCanceled),
      onError: showProblem,
      onSettled: () => client.invalidateQueries(),
    },
  );
  const ask = () =>
    askToConfirm({
      title: texts.cancelCharge,
      question: texts.cancelQuestion,
      confirm: texts.cancelCharge,
      onConfirm: () => mutate({ params: { path: { environment, id } } }),
    });
  return { ask, isPending };
}
