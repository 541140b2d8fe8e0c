import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { showDone, showProblem } from '#panel/components/notices.ts';
import type { HeldOrder } from './held-types.ts';
import { texts } from './texts.ts';

const DONE = { release: texts.released, cancel: texts.cancelled } as const;

/** Releases or cancels a held order. */
export function DecisionButtons({ order: { kind, id, amount } }: { order: HeldOrder }) {
  const client = useQueryClient();
  const decide = api.useMutation('post', '/api/operator/held-orders/{kind}/{id}/{decision}', {
    onSuccess: (_, { params }) => showDone(DONE[params.path.decision]),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  const send = (decision: keyof typeof DONE) =>
    decide.mutate({ params: { path: { kind, id, decision } } });
  const shown = formatMoney(amount);
  return (
    <Group gap="xs" justify="flex-end">
      <ConfirmButton
        size="xs"
        title={texts.releaseTitle}
        question={texts.releaseQuestion(shown)}
        confirm={texts.release}
        loading={decide.isPending}
        onConfirm={() => send('release')}
      >
        {texts.release}
      </ConfirmButton>
      <ConfirmButton
        size="xs"
        title={texts.cancelTitle}
        question={texts.cancelQuestion(shown)}
        confirm={texts.cancel}
        loading={decide.isPending}
        onConfirm={() => send('cancel')}
      >
        {texts.cancel}
      </ConfirmButton>
    </Group>
  );
}
