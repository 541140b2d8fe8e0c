import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { texts } from '#texts/charge-batches.ts';
import type { ChargeBatch } from './batch-types.ts';

/** The actions that a member may take on a batch that is not confirmed. */
export function ChargeBatchActions({ batch }: { batch: ChargeBatch }) {
  const environment = useEnvironment();
  const mayConfirm = useMayMoveMoney('confirmChargeBatch');
  const client = useQueryClient();
  const navigate = useNavigate();
  const settled = { onError: showProblem, onSettled: () => void client.invalidateQueries() };
  const confirm = api.useMutation('post', '/api/panel/{environment}/charge-batches/{id}/confirm', {
    onSuccess: () => showDone(texts.confirmed),
    ...settled,
  });
  const discard = api.useMutation('post', '/api/panel/{environment}/charge-batches/{id}/discard', {
    onSuccess: () => {
      showDone(texts.discarded);
      void navigate({ to: '/painel/cobrancas-em-lote' });
    },
    ...settled,
  });
  if (!mayConfirm || batch.status !== 'checked') return null;
  const params = { path: { environment, id: batch.id } };
  const { count, invalid_count: invalid } = batch;
  const valid = count - invalid;
  const label = invalid > 0 ? texts.confirmValid : texts.confirm;
  return (
    <>
      <ConfirmButton
        title={texts.discard}
        question={texts.discardQuestion}
        confirm={texts.discard}
        loading={discard.isPending}
        onConfirm={() => discard.mutate({ params })}
      >
        {texts.discard}
      </ConfirmButton>
      {valid > 0 && (
        <ConfirmButton
          variant={invalid > 0 ? 'default' : 'filled'}
          title={label}
          question={texts.confirmQuestion(valid, formatMoney(batch.amount))}
          confirm={texts.confirm}
          isHarmless
          loading={confirm.isPending}
          onConfirm={() => confirm.mutate({ params, body: { only_valid: invalid > 0 } })}
        >
          {label}
        </ConfirmButton>
      )}
    </>
  );
}
