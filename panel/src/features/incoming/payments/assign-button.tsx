import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Dialog } from '#panel/components/dialog.tsx';
import { texts } from '#texts/incoming-payments.ts';
import { AssignForm } from './assign-form.tsx';
import type { IncomingPayment } from './incoming-payment-types.ts';

/** Assigns a payment in suspense to a merchant. */
export function AssignButton({ incomingPayment }: { incomingPayment: IncomingPayment }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {texts.assign}
      </Button>
      {isOpen && (
        <Dialog onClose={close} title={texts.assign}>
          <AssignForm incomingPayment={incomingPayment} onDone={close} />
        </Dialog>
      )}
    </>
  );
}
