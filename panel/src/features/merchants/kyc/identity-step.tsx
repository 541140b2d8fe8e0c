import { Fieldset, Input, SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { texts } from '#panel/texts/texts.ts';
import type { FormValues } from './form-values.ts';
import { TaxIdInput } from './tax-id-input.tsx';

const words = texts.kyc;
const KINDS = ['person', 'company'] as const;

/** Who is to be paid: a person, or a company and who answers for it. */
export function IdentityStep({ form }: { form: UseFormReturnType<FormValues> }) {
  const { kind } = form.values;
  return (
    <Stack gap="lg">
      <Input.Wrapper label={words.kind} labelElement="div">
        <SegmentedControl
          mt={4}
          fullWidth
          aria-label={words.kind}
          data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          value={kind}
          onChange={(value) => form.setFieldValue('kind', value === 'company' ? value : 'person')}
        />
      </Input.Wrapper>
      {kind === 'person' ? <PersonFields form={form} /> : <CompanyFields form={form} />}
    </Stack>
  );
}

function PersonFields({ form }: { form: UseFormReturnType<FormValues> }) {
  return (
    <Fieldset legend={words.personSection}>
      <Stack gap="md">
        <TextInput
          label={words.fullName}
          description={words.fullNameHint}
          autoComplete="name"
          {...form.getInputProps('legal_name')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TaxIdInput label={words.cpf} isNumeric form={form} path="tax_id" />
          <BirthDateInput form={form} />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}

function CompanyFields({ form }: { form: UseFormReturnType<FormValues> }) {
  return (
    <>
      <Fieldset legend={words.companySection}>
        <Stack gap="md">
          <TextInput
            label={words.companyName}
            description={words.companyNameHint}
            autoComplete="organization"
            {...form.getInputProps('legal_name')}
          />
          <TaxIdInput label={words.cnpj} form={form} path="tax_id" />
        </Stack>
      </Fieldset>
      <Fieldset legend={words.responsibleSection}>
        <Stack gap="md">
          <TextInput
            label={words.fullName}
            description={words.fullNameHint}
            autoComplete="name"
            {...form.getInputProps('responsible.name')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TaxIdInput label={words.cpf} isNumeric form={form} path="responsible.tax_id" />
            <BirthDateInput form={form} />
          </SimpleGrid>
          <TextInput
            label={words.role}
            placeholder={words.roleExample}
            autoComplete="organization-title"
            {...form.getInputProps('responsible.role')}
          />
        </Stack>
      </Fieldset>
    </>
  );
}

function BirthDateInput({ form }: { form: UseFormReturnType<FormValues> }) {
  return (
    <TextInput
      label={words.birthDate}
      type="date"
      min="1900-01-01"
      autoComplete="bday"
      {...form.getInputProps('responsible.birth_date')}
    />
  );
}
