import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Dialog } from '#panel/components/dialog.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatBasisPoints } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Money } from '#panel/components/money.tsx';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#texts/merchants.ts';
import { FeeForm } from './fee-form.tsx';
import type { Merchant } from './merchant-types.ts';

/** The merchant's fees. */
export function MerchantFee({ merchant }: { merchant: Merchant }) {
  const [isOpen, { open, close }] = useDisclosure();
  const { fee } = merchant;
  const action = (
    <IfAllowed operation="setMerchantFee">
      {' '}
      <Button size="xs" variant="default" onClick={open}>
        {texts.changeFee}
      </Button>
    </IfAllowed>
  );
  return (
    <Section title={texts.feeTitle} action={action}>
      <FactTable
        facts={[
          [texts.feeRate, formatBasisPoints(fee.basis_points)],
          [texts.feeFixed, <Money key="f" centavos={fee.fixed_centavos} />],
          [texts.feePayout, <Money key="p" centavos={fee.payout_fee_centavos} />],
        ]}
      />
      {isOpen && (
        <Dialog onClose={close} title={texts.changeFee}>
          <FeeForm merchant={merchant} onDone={close} />
        </Dialog>
      )}
    </Section>
  );
}
