import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { common } from '#panel/texts/common.ts';
import type { ReviewedKyc } from './kyc-types.ts';
import { RejectForm } from './reject-form.tsx';
import { texts } from './texts.ts';

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
  const askToApprove = () =>
    modals.openConfirmModal({
      title: texts.approveTitle,
      children: <Text size="sm">{texts.approveQuestion(kyc.merchant.name)}</Text>,
      labels: { confirm: texts.approve, cancel: common.cancel },
      onConfirm: () => approve.mutate({ params }),
    });
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.reject}
      </Button>
      <Button loading={approve.isPending} onClick={askToApprove}>
        {texts.approve}
      </Button>
      <Modal
        opened={isRejecting}
        onClose={close}
        title={texts.rejectTitle}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <RejectForm
          error={reject.error}
          isPending={reject.isPending}
          onReject={(reason) => reject.mutate({ params, body: { reason } })}
        />
      </Modal>
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
