import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { showProblem } from '#panel/components/notices.ts';
import { texts } from '#panel/texts/texts.ts';
import type { Merchant } from './merchant-types.ts';
import { SuspendForm } from './suspend-form.tsx';
import { useAfterChange } from './use-after-change.ts';

const words = texts.merchants;

/** Suspending, with a reason, and its undoing. The sandbox belongs to everybody. */
export function StatusButtons({ merchant }: { merchant: Merchant }) {
  if (merchant.is_sandbox) return null;
  if (merchant.status === 'suspended') return <ReinstateButton merchant={merchant} />;
  return <SuspendButton username={merchant.username} />;
}

function SuspendButton({ username }: { username: string }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.suspend}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={words.suspendTitle}
        closeButtonProps={{ 'aria-label': texts.common.close }}
      >
        <SuspendForm username={username} onDone={close} />
      </Modal>
    </>
  );
}

function ReinstateButton({ merchant }: { merchant: Merchant }) {
  const { username, name, suspension } = merchant;
  const afterChange = useAfterChange();
  const reinstate = api.useMutation('post', '/api/operator/merchants/{username}/reinstate', {
    onSuccess: () => afterChange(words.reinstated),
    onError: showProblem,
  });
  const before = texts.common.statuses[suspension?.status_before ?? 'active'] ?? '';
  return (
    <ConfirmButton
      title={words.reinstateTitle}
      question={words.reinstateQuestion(name, before.toLowerCase())}
      confirm={words.reinstate}
      loading={reinstate.isPending}
      onConfirm={() => reinstate.mutate({ params: { path: { username } } })}
    >
      {words.reinstate}
    </ConfirmButton>
  );
}
