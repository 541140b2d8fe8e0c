import { TextInput } from '@mantine/core';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { texts } from '#texts/adjustments.ts';

const REFERENCE_LENGTH_MAX = 128;

/** The amount and the operator's own reference of a change. */
export function AmountFields({
  amount,
  onAmount,
  reference,
  onReference,
}: {
  amount: number;
  onAmount: (centavos: number) => void;
  reference: string;
  onReference: (reference: string) => void;
}) {
  return (
    <>
      <MoneyInput label={texts.amount} required value={amount} onChange={onAmount} />
      <TextInput
        label={texts.reference}
        maxLength={REFERENCE_LENGTH_MAX}
        value={reference}
        onChange={(event) => onReference(event.currentTarget.value)}
      />
    </>
  );
}
