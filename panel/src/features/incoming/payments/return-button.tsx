import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { texts } from '#texts/incoming-payments.ts';
import type { IncomingPayment } from './incoming-payment-types.ts';

/** Records that the bank returned the payment; the gateway sends no money. */
export function ReturnButton({ incomingPayment }: { incomingPayment: IncomingPayment }) {
  const { end_to_end_id: endToEndId, amount } = incomingPayment;
  const client = useQueryClient();
  const markReturned = api.useMutation(
    'post',
    '/api/operator/incoming-payments/{end_to_end_id}/return',
    {
      onSuccess: () => showDone(texts.returned),
      onError: showProblem,
      onSettled: () => client.invalidateQueries(),
    },
  );
  return (
    <ConfirmWithCode
      isSmall
      title={texts.returnTitle}
      question={texts.returnQuestion(formatMoney(amount))}
      label={texts.markReturned}
      isPending={markReturned.isPending}
      onConfirm={(code) =>
        markReturned.mutate({
          params: { path: { end_to_end_id: endToEndId } },
          body: codeOf(code),
        })
      }
    />
  );
}
