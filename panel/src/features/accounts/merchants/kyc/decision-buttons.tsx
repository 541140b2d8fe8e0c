import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { texts } from '#texts/kyc.ts';
import type { ReviewedKyc } from './kyc-types.ts';
import { RejectForm } from './reject-form.tsx';

/** Approves (after a confirmation) or rejects with a reason, then opens the next application. */
export function DecisionButtons({ kyc }: { kyc: ReviewedKyc }) {
  const [isRejecting, { open, close }] = useDisclosure();
  const onDone = useAfterDecision();
  const params = paramsOf(kyc);
  const approve = api.useMutation('post', '/api/operator/kyc/{application_id}/approve', {
    onSuccess: () => onDone(texts.approved),
    onError: showProblem,
  });
  const reject = api.useMutation('post', '/api/operator/kyc/{application_id}/reject', {
    onSuccess: () => onDone(texts.rejected),
  });
  return (
    <>
      <IfAllowed operation="rejectKyc">
        <Button variant="default" onClick={open}>
          {texts.reject}
        </Button>
      </IfAllowed>
      <ConfirmWithCode
        isMain
        title={texts.approveTitle}
        question={texts.approveQuestion(kyc.merchant.name)}
        label={texts.approve}
        isPending={approve.isPending}
        onConfirm={(code) => approve.mutate({ params, body: codeOf(code) })}
      />
      {isRejecting && (
        <Dialog onClose={close} title={texts.rejectTitle}>
          <RejectForm
            error={reject.error}
            isPending={reject.isPending}
            onReject={(reason) => reject.mutate({ params, body: { reason } })}
          />
        </Dialog>
      )}
    </>
  );
}

/** The submission that was reviewed: the gateway refuses the decision if there is a newer one. */
function paramsOf({ application_id, submissions }: ReviewedKyc) {
  return { path: { application_id }, query: { submission: submissions[0]?.number } };
}

function useAfterDecision() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (message: string) => {
    showDone(message);
    for (const path of ['/api/operator/kyc', '/api/operator/kyc/{application_id}']) {
      void client.invalidateQueries({ queryKey: ['get', path] });
    }
    return navigate({ to: '/operador/cadastros' });
  };
}
