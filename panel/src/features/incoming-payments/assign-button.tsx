import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { common } from '#panel/texts/common.ts';
import { AssignForm } from './assign-form.tsx';
import type { IncomingPayment } from './incoming-payment-types.ts';
import { texts } from './texts.ts';

/** Assigns a payment in suspense to a merchant. */
export function AssignButton({ incomingPayment }: { incomingPayment: IncomingPayment }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {texts.assign}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={texts.assign}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <AssignForm incomingPayment={incomingPayment} onDone={close} />
      </Modal>
    </>
  );
}
