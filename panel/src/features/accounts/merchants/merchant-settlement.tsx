import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Dialog } from '#panel/components/dialog.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Section } from '#panel/components/section.tsx';
import { settlementFacts } from '#panel/components/settlement-facts.ts';
import { texts } from '#texts/merchants.ts';
import type { Merchant } from './merchant-types.ts';
import { SettlementForm } from './settlement-form.tsx';

/** When the money of a merchant's payments becomes available. */
export function MerchantSettlement({ merchant }: { merchant: Merchant }) {
  const [isOpen, { open, close }] = useDisclosure();
  const action = (
    <IfAllowed operation="setSettlementTerms">
      <Button size="xs" variant="default" onClick={open}>
        {texts.changeSettlement}
      </Button>
    </IfAllowed>
  );
  return (
    <Section title={texts.settlementTitle} {...(!merchant.is_sandbox && { action })}>
      <FactTable facts={settlementFacts(merchant.settlement)} />
      {isOpen && (
        <Dialog onClose={close} title={texts.changeSettlement}>
          <SettlementForm merchant={merchant} onDone={close} />
        </Dialog>
      )}
    </Section>
  );
}
