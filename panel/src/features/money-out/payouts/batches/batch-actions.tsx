import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct, useMayMoveMoney } from '#panel/session/session.ts';
import { texts } from '#texts/payout-batches.ts';
import { type BatchDetails, isExpired } from './batch-types.ts';

/** What a member may do with a batch now. */
export function BatchActions({ batch }: { batch: BatchDetails }) {
  if (batch.status === 'checked') return <Confirm batch={batch} />;
  const isAwaiting = batch.status === 'awaiting_approval' && !isExpired(batch);
  return isAwaiting ? <Decide batch={batch} /> : null;
}

function Confirm({ batch }: { batch: BatchDetails }) {
  const environment = useEnvironment();
  const mayConfirm = useMayMoveMoney('confirmPayoutBatch');
  const client = useQueryClient();
  const confirm = api.useMutation('post', '/api/panel/{environment}/payout-batches/{id}/confirm', {
    onSuccess: () => showDone(texts.confirmed),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  if (!mayConfirm || batch.error_count > 0 || batch.is_balance_short) return null;
  const total = formatMoney(batch.total + batch.fee);
  const params = { path: { environment, id: batch.id } };
  const { repeats } = batch;
  const question = texts.confirmQuestion(batch.line_count, total);
  return (
    <ConfirmWithCode
      isMain
      title={texts.confirm}
      question={repeats > 0 ? `${texts.confirmRepeated(repeats)} ${question}` : question}
      label={texts.confirm}
      isPending={confirm.isPending}
      onConfirm={(code) =>
        confirm.mutate({ params, body: { ...codeOf(code), seen_repeats: repeats } })
      }
    />
  );
}

function Decide({ batch }: { batch: BatchDetails }) {
  const environment = useEnvironment();
  const mayDecide = useMayAct('approvePayoutBatch');
  const client = useQueryClient();
  const settle = { onError: showProblem, onSettled: () => client.invalidateQueries() };
  const approve = api.useMutation('post', '/api/panel/{environment}/payout-batches/{id}/approve', {
    onSuccess: () => showDone(texts.approved),
    ...settle,
  });
  const reject = api.useMutation('post', '/api/panel/{environment}/payout-batches/{id}/reject', {
    onSuccess: () => showDone(texts.rejected),
    ...settle,
  });
  if (!mayDecide) return null;
  const total = formatMoney(batch.total + batch.fee);
  const params = { path: { environment, id: batch.id } };
  return (
    <>
      <ConfirmWithCode
        title={texts.reject}
        question={texts.rejectQuestion(total)}
        label={texts.reject}
        isPending={reject.isPending}
        onConfirm={(code) => reject.mutate({ params, body: codeOf(code) })}
      />
      {!batch.is_own && (
        <ConfirmWithCode
          isMain
          title={texts.approve}
          question={texts.confirmQuestion(batch.line_count, total)}
          label={texts.approve}
          isPending={approve.isPending}
          onConfirm={(code) => approve.mutate({ params, body: codeOf(code) })}
        />
      )}
    </>
  );
}
