import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { Payout } from '#panel/api/transaction.ts';
import { IconRotateClockwise } from '#panel/icons.ts';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { texts } from '#texts/payouts.ts';
import { NewPayout } from './new-payout.tsx';
import { pixKeyTypes } from './pix-key-types.ts';

/**
 * Opens the form of a new payout with the values of one that failed, without its reference, and
 * then the page of the new one: here a person would repeat it again.
 */
export function RepeatPayout({ payout }: { payout: Payout }) {
  const mayRepeat = useMayMoveMoney('createPayoutByHand');
  const [isOpen, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const type = pixKeyTypes.find((one) => one === payout.pix_key_type);
  if (!mayRepeat || type === undefined) return null;
  const { amount, pix_key, beneficiary } = payout;
  const { name, document } = beneficiary;
  const values = { amount, pix_key, pix_key_type: type, beneficiary: { name, document } };
  return (
    <>
      <Button leftSection={<IconRotateClockwise size={16} />} onClick={open}>
        {texts.repeat}
      </Button>
      {isOpen && (
        <NewPayout
          values={values}
          onSent={(id) => navigate({ to: '/painel/transacoes/$id', params: { id } })}
          onClose={close}
        />
      )}
    </>
  );
}
