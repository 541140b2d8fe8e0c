import { Fieldset, Input, SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { TaxIdInput } from '#panel/components/masked-input.tsx';
import { texts } from '#texts/kyc.ts';
import type { FormValues } from './form-values.ts';
import { useLookUp } from './use-look-up.ts';

const KINDS = ['person', 'company'] as const;

/** The applicant: a person, or a company and its responsible person. */
export function IdentityStep({ form }: { form: UseFormReturnType<FormValues> }) {
  const { kind } = form.values;
  return (
    <Stack gap="lg">
      <Input.Wrapper label={texts.kind} labelElement="div">
        <SegmentedControl
          mt={4}
          fullWidth
          aria-label={texts.kind}
          data={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
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
    <Fieldset legend={texts.personSection}>
      <Stack gap="md">
        <TextInput
          label={texts.fullName}
          description={texts.fullNameHint}
          autoComplete="name"
          {...form.getInputProps('legal_name')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TaxIdInput kind="cpf" label={texts.cpf} {...form.getInputProps('tax_id')} />
          <BirthDateInput form={form} />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}

function CompanyFields({ form }: { form: UseFormReturnType<FormValues> }) {
  const lookUp = useLookUp(form);
  return (
    <>
      <Fieldset legend={texts.companySection}>
        <Stack gap="md">
          <TextInput
            label={texts.companyName}
            description={texts.companyNameHint}
            autoComplete="organization"
            {...form.getInputProps('legal_name')}
          />
          <TaxIdInput
            kind="cnpj"
            label={texts.cnpj}
            {...form.getInputProps('tax_id')}
            onBlur={(event) => lookUp.byCnpj(event.currentTarget.value)}
          />
        </Stack>
      </Fieldset>
      <Fieldset legend={texts.responsibleSection}>
        <Stack gap="md">
          <TextInput
            label={texts.fullName}
            description={texts.fullNameHint}
            autoComplete="name"
            {...form.getInputProps('responsible.name')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TaxIdInput
              kind="cpf"
              label={texts.cpf}
              {...form.getInputProps('responsible.tax_id')}
            />
            <BirthDateInput form={form} />
          </SimpleGrid>
          <TextInput
            label={texts.role}
            placeholder={texts.roleExample}
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
      label={texts.birthDate}
      type="date"
      min="1900-01-01"
      autoComplete="bday"
      {...form.getInputProps('responsible.birth_date')}
    />
  );
}
