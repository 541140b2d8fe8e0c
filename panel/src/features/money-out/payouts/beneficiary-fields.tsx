import { TextInput } from '@mantine/core';
import { TaxIdInput } from '#panel/components/masked-input.tsx';
import { texts } from '#texts/payouts.ts';

/** The form in which the beneficiary is two fields. */
export interface BeneficiaryForm {
  getInputProps(path: 'beneficiary.name' | 'beneficiary.document'): object;
}

/** The inputs of a beneficiary's name and document. */
export function BeneficiaryFields({ form }: { form: BeneficiaryForm }) {
  return (
    <>
      <TextInput
        label={texts.beneficiaryName}
        required
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('beneficiary.name')}
      />
      <TaxIdInput
        label={texts.beneficiaryDocument}
        required
        {...form.getInputProps('beneficiary.document')}
      />
    </>
  );
}
