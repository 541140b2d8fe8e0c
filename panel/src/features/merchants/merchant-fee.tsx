import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatBasisPoints } from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#panel/texts/texts.ts';
import { FeeForm } from './fee-form.tsx';
import type { Merchant } from './merchant-types.ts';

const words = texts.merchants;

/** What the platform charges the merchant. */
export function MerchantFee({ merchant }: { merchant: Merchant }) {
  const [isOpen, { open, close }] = useDisclosure();
  const { fee } = merchant;
  const action = (
    <Button size="xs" variant="default" onClick={open}>
      {words.changeFee}
    </Button>
  );
  return (
    <Section title={words.feeTitle} action={action}>
      <FactTable
        facts={[
          [words.feeRate, formatBasisPoints(fee.basis_points)],
          [words.feeFixed, <Money key="f" centavos={fee.fixed_centavos} />],
          [words.feePayout, <Money key="p" centavos={fee.payout_fee_centavos} />],
        ]}
      />
      <Modal
        opened={isOpen}
        onClose={close}
        title={words.changeFee}
        closeButtonProps={{ 'aria-label': texts.common.close }}
      >
        <FeeForm merchant={merchant} onDone={close} />
      </Modal>
    </Section>
  );
}
