import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { showProblem } from '#panel/components/notices.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/merchants.ts';
import type { Merchant } from './merchant-types.ts';
import { SuspendForm } from './suspend-form.tsx';
import { useAfterChange } from './use-after-change.ts';

/** Suspends (with a reason) or reinstates a merchant. Not for the sandbox, which is public. */
export function StatusButtons({ merchant }: { merchant: Merchant }) {
  if (merchant.is_sandbox) return null;
  if (merchant.status === 'suspended')
    return (
      <IfAllowed operation="reinstateMerchant">
        <ReinstateButton merchant={merchant} />
      </IfAllowed>
    );
  return (
    <IfAllowed operation="suspendMerchant">
      <SuspendButton username={merchant.username} />
    </IfAllowed>
  );
}

function SuspendButton({ username }: { username: string }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.suspend}
      </Button>
      {isOpen && (
        <Dialog onClose={close} title={texts.suspendTitle}>
          <SuspendForm username={username} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

function ReinstateButton({ merchant }: { merchant: Merchant }) {
  const { username, name, suspension } = merchant;
  const afterChange = useAfterChange();
  const reinstate = api.useMutation('post', '/api/operator/merchants/{username}/reinstate', {
    onSuccess: () => afterChange(texts.reinstated),
    onError: showProblem,
  });
  const before = common.statuses[suspension?.status_before ?? 'active'] ?? '';
  return (
    <ConfirmWithCode
      title={texts.reinstateTitle}
      question={texts.reinstateQuestion(name, before.toLowerCase())}
      label={texts.reinstate}
      isPending={reinstate.isPending}
      onConfirm={(code) => reinstate.mutate({ params: { path: { username } }, body: codeOf(code) })}
    />
  );
}
