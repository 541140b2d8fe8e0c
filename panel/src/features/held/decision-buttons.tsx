import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { texts } from '#panel/texts/texts.ts';
import type { HeldOrder } from './held-types.ts';

const words = texts.held;
const DONE = { release: words.released, cancel: words.cancelled } as const;

/** Lets a held order go, or cancels it. */
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
        title={words.releaseTitle}
        question={words.releaseQuestion(shown)}
        confirm={words.release}
        loading={decide.isPending}
        onConfirm={() => send('release')}
      >
        {words.release}
      </ConfirmButton>
      <ConfirmButton
        size="xs"
        title={words.cancelTitle}
        question={words.cancelQuestion(shown)}
        confirm={words.cancel}
        loading={decide.isPending}
        onConfirm={() => send('cancel')}
      >
        {words.cancel}
      </ConfirmButton>
    </Group>
  );
}
