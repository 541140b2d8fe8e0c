import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, fetchApi } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { actTexts, type MoneyAct, showOutcome } from '#panel/components/money-act.ts';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { ReasonButton, type ReasonInput } from '#panel/components/reason-button.tsx';
import { type Environment, useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct, useMayMoveMoney } from '#panel/session/session.ts';
import { texts } from '#texts/payout-batches.ts';
import { useReleased } from '../stop/use-released.ts';
import { type BatchDetails, isExpired } from './batch-types.ts';

const OUTCOME = '/api/panel/{environment}/payout-batches/{id}/outcome';

/** Tells what has happened to the payouts of a batch. */
async function tellOutcome(act: MoneyAct, path: { environment: Environment; id: string }) {
  const { data } = await fetchApi.GET(OUTCOME, { params: { path } });
  showOutcome(act, data);
}

/** The actions that a member may take on a batch now. */
export function BatchActions({ batch }: { batch: BatchDetails }) {
  if (batch.status === 'checked') {
    return (
      <>
        <Discard id={batch.id} />
        <Confirm batch={batch} />
      </>
    );
  }
  const isAwaiting = batch.status === 'awaiting_approval' && !isExpired(batch);
  return isAwaiting ? <Decide batch={batch} /> : null;
}

function Discard({ id }: { id: string }) {
  const environment = useEnvironment();
  const mayDiscard = useMayMoveMoney('discardPayoutBatch');
  const client = useQueryClient();
  const navigate = useNavigate();
  const discard = api.useMutation('post', '/api/panel/{environment}/payout-batches/{id}/discard', {
    onSuccess: () => {
      showDone(texts.discarded);
      void navigate({ to: '/painel/saques-em-lote' });
    },
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  if (!mayDiscard) return null;
  return (
    <ConfirmButton
      title={texts.discard}
      question={texts.discardQuestion}
      confirm={texts.discard}
      loading={discard.isPending}
      onConfirm={() => discard.mutate({ params: { path: { environment, id } } })}
    >
      {texts.discard}
    </ConfirmButton>
  );
}

function Confirm({ batch }: { batch: BatchDetails }) {
  const environment = useEnvironment();
  const mayConfirm = useMayMoveMoney('confirmPayoutBatch');
  const client = useQueryClient();
  const params = { path: { environment, id: batch.id } };
  const isReady = mayConfirm && batch.error_count === 0 && !batch.is_balance_short;
  const preview = api.useQuery('get', OUTCOME, { params }, { enabled: isReady });
  const confirm = api.useMutation('post', '/api/panel/{environment}/payout-batches/{id}/confirm', {
    onSuccess: () => tellOutcome('batch', params.path),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  if (!isReady || preview.isPending) return null;
  const total = formatMoney(batch.total + batch.fee);
  const { repeats } = batch;
  // A refusal of the preview is shown when the confirmation gets it too.
  const { hint, button } = actTexts('batch', preview.data ?? { kind: 'unknown' });
  const question = `${texts.confirmQuestion(batch.line_count, total)} ${hint}`;
  return (
    <ConfirmWithCode
      isMain
      title={button}
      question={repeats > 0 ? `${texts.confirmRepeated(repeats)} ${question}` : question}
      label={button}
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
  const released = useReleased();
  const params = { path: { environment, id: batch.id } };
  const settle = { onError: showProblem, onSettled: () => client.invalidateQueries() };
  const approve = api.useMutation('post', '/api/panel/{environment}/payout-batches/{id}/approve', {
    onSuccess: () => tellOutcome('batchApproval', params.path),
    ...settle,
  });
  const reject = api.useMutation('post', '/api/panel/{environment}/payout-batches/{id}/reject');
  const sendRejection = async ({ reason, code }: ReasonInput) => {
    await reject.mutateAsync({ params, body: { reason: reason || null, ...codeOf(code) } });
    showDone(texts.rejected);
    void client.invalidateQueries();
  };
  if (!mayDecide) return null;
  const total = formatMoney(batch.total + batch.fee);
  const { hint, button } = actTexts('batchApproval', released);
  return (
    <>
      <ReasonButton
        isOptional
        label={texts.reject}
        title={texts.reject}
        hint={texts.rejectQuestion(total)}
        onSend={sendRejection}
      />
      {!batch.is_own && (
        <ConfirmWithCode
          isMain
          title={button}
          question={`${texts.confirmQuestion(batch.line_count, total)} ${hint}`}
          label={button}
          isPending={approve.isPending}
          onConfirm={(code) => approve.mutate({ params, body: codeOf(code) })}
        />
      )}
    </>
  );
}
