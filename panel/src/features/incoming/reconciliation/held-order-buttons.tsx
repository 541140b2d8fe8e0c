import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { texts } from '#texts/held-orders.ts';
import type { HeldOrder } from './held-order-types.ts';

const DONE = { release: texts.released, cancel: texts.cancelled } as const;

/** Releases or cancels a held order. */
export function HeldOrderButtons({ order: { kind, id, amount } }: { order: HeldOrder }) {
  const client = useQueryClient();
  const decide = api.useMutation('post', '/api/operator/held-orders/{kind}/{id}/{decision}', {
    onSuccess: (_, { params }) => showDone(DONE[params.path.decision]),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  const send = (decision: keyof typeof DONE) => (code: string) =>
    decide.mutate({ params: { path: { kind, id, decision } }, body: codeOf(code) });
  const shown = formatMoney(amount);
  return (
    <Group gap="xs">
      <ConfirmWithCode
        isSmall
        title={texts.releaseTitle}
        question={texts.releaseQuestion(shown)}
        label={texts.release}
        isPending={decide.isPending}
        onConfirm={send('release')}
      />
      <ConfirmWithCode
        isSmall
        title={texts.cancelTitle}
        question={texts.cancelQuestion(shown)}
        label={texts.cancel}
        isPending={decide.isPending}
        onConfirm={send('cancel')}
      />
    </Group>
  );
}
