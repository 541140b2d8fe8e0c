import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '#panel/icons.ts';
import { useHasSubscriptions, useMayMoveMoney, useSession } from '#panel/session/session.ts';
import { texts } from '#texts/subscription-form.ts';
import { NewSubscription } from './new-subscription.tsx';

/** The button that opens the form of a subscription, for members who may create one. */
export function NewSubscriptionButton() {
  const [isOpen, { open, close }] = useDisclosure();
  const mayCreate = useMayMoveMoney('createSubscriptionByHand');
  const { merchant } = useSession();
  const isAvailable = useHasSubscriptions() && merchant?.is_sandbox === false;
  if (!mayCreate || !isAvailable) return null;
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        {texts.newSubscription}
      </Button>
      {isOpen && <NewSubscription onClose={close} />}
    </>
  );
}
