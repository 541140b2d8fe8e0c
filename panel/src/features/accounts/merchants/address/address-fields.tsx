import { Grid, NativeSelect, TextInput } from '@mantine/core';
import { PostalCodeInput } from '#panel/components/masked-input.tsx';
import { texts } from '#texts/kyc.ts';

const STATES =
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');

export type AddressField =
  | 'postal_code'
  | 'street'
  | 'number'
  | 'complement'
  | 'district'
  | 'city'
  | 'state';

/** The form that has the fields, in its part `address`. */
interface FormWithAddress {
  readonly getInputProps: (path: `address.${AddressField}`) => object;
}

/** The fields of an address. `onPostalCode` gets the CEP when its field is left. */
export function AddressFields({
  form,
  onPostalCode,
}: {
  form: FormWithAddress;
  onPostalCode: (typed: string) => void;
}) {
  const half = { base: 12, xs: 6 } as const;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, xs: 4 }}>
        <PostalCodeInput
          label={texts.postalCode}
          {...form.getInputProps('address.postal_code')}
          onBlur={(event) => onPostalCode(event.currentTarget.value)}
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
  );
}
