import { Fieldset, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { texts } from '#texts/kyc.ts';
import { AddressFields } from '../address/address-fields.tsx';
import type { FormValues } from './form-values.ts';
import { useLookUp } from './use-look-up.ts';

/** The address of the person or of the company. */
export function AddressStep({ form }: { form: UseFormReturnType<FormValues> }) {
  const { kind } = form.values;
  const lookUp = useLookUp(form);
  return (
    <Fieldset legend={texts.address}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {kind === 'company' ? texts.companyAddressHint : texts.personAddressHint}
        </Text>
        <AddressFields form={form} onPostalCode={lookUp.byPostalCode} />
      </Stack>
    </Fieldset>
  );
}
