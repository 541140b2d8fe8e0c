import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { texts } from '#panel/texts/texts.ts';
import { AssignForm } from './assign-form.tsx';
import type { IncomingPayment } from './incoming-payment-types.ts';

const words = texts.incomingPayments;

/** Gives the money of a payment to a merchant. */
export function AssignButton({ incomingPayment }: { incomingPayment: IncomingPayment }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {words.assign}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={words.assign}
        closeButtonProps={{ 'aria-label': texts.common.close }}
      >
        <AssignForm incomingPayment={incomingPayment} onDone={close} />
      </Modal>
    </>
  );
}
