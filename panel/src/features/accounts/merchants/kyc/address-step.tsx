import { Fieldset, Grid, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PostalCodeInput } from '#panel/components/masked-input.tsx';
import { texts } from '#texts/kyc.ts';
import type { FormValues } from './form-values.ts';
import { useLookUp } from './use-look-up.ts';

const STATES =
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');

/** The address of the person or of the company. */
export function AddressStep({ form }: { form: UseFormReturnType<FormValues> }) {
  const { kind } = form.values;
  const lookUp = useLookUp(form);
  const half = { base: 12, xs: 6 } as const;
  return (
    <Fieldset legend={texts.address}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {kind === 'company' ? texts.companyAddressHint : texts.personAddressHint}
        </Text>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, xs: 4 }}>
            <PostalCodeInput
              label={texts.postalCode}
              {...form.getInputProps('address.postal_code')}
              onBlur={(event) => lookUp.byPostalCode(event.currentTarget.value)}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, xs: 8 }}>
            <TextInput
              label={texts.street}
              autoComplete="address-line1"
              {...form.getInputProps('address.street')}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, xs: 4 }}>
            <TextInput label={texts.number} {...form.getInputProps('address.number')} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, xs: 8 }}>
            <TextInput
              label={texts.complement}
              autoComplete="address-line2"
              {...form.getInputProps('address.complement')}
            />
          </Grid.Col>
          <Grid.Col span={half}>
            <TextInput
              label={texts.district}
              autoComplete="address-level3"
              {...form.getInputProps('address.district')}
            />
          </Grid.Col>
          <Grid.Col span={half}>
            <TextInput
              label={texts.city}
              autoComplete="address-level2"
              {...form.getInputProps('address.city')}
            />
          </Grid.Col>
          <Grid.Col span={half}>
            <NativeSelect
              label={texts.state}
              autoComplete="address-level1"
              data={[{ value: '', label: texts.chooseState }, ...STATES]}
              {...form.getInputProps('address.state')}
            />
          </Grid.Col>
        </Grid>
      </Stack>
    </Fieldset>
  );
}
