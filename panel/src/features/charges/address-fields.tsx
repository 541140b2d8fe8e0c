import { Button, Fieldset, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PostalCodeInput } from '#panel/components/masked-input.tsx';
import { IconPlus } from '#panel/icons.ts';
import { texts } from '#texts/due.ts';
import type { ChargeFormValues } from './charge-form-values.ts';
import { EMPTY_ADDRESS } from './due/due-form-values.ts';

const STATES = [
  '',
  'AC',
  'AL',
  'AM',
  'AP',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MG',
  'MS',
  'MT',
  'PA',
  'PB',
  'PE',
  'PI',
  'PR',
  'RJ',
  'RN',
  'RO',
  'RR',
  'RS',
  'SC',
  'SE',
  'SP',
  'TO',
];

/** The payer's address, which decides about local holidays; it can be left out. */
export function AddressFields({ form }: { form: UseFormReturnType<ChargeFormValues> }) {
  const { address } = form.values.payer;
  if (!address) {
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => form.setFieldValue('payer.address', EMPTY_ADDRESS)}
        style={{ alignSelf: 'flex-start' }}
      >
        {texts.addAddress}
      </Button>
    );
  }
  const input = (name: string) => form.getInputProps(`payer.address.${name}`);
  return (
    <Fieldset legend={texts.address}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {texts.addressHint}
        </Text>
        <TextInput
          label={texts.street}
          required
          autoComplete="off"
          maxLength={128}
          {...input('street')}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            label={texts.city}
            required
            autoComplete="off"
            maxLength={128}
            {...input('city')}
          />
          <NativeSelect label={texts.state} required data={STATES} {...input('state')} />
          <PostalCodeInput
            label={texts.postalCode}
            required
            {...input('postal_code')}
            autoComplete="off"
          />
        </SimpleGrid>
        <TextInput
          label={texts.cityCode}
          description={texts.cityCodeHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          {...input('city_code')}
        />
        <Button
          variant="subtle"
          size="xs"
          onClick={() => form.setFieldValue('payer.address', null)}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.removeAddress}
        </Button>
      </Stack>
    </Fieldset>
  );
}
