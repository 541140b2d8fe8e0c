import { NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { brasiliaDay } from '#panel/components/brasilia-day.ts';
import { texts } from '#texts/due.ts';
import { DiscountInputs } from './discount-inputs.tsx';
import type { DueFormValues } from './due-form-values.ts';
import { RuleInputs } from './rule-inputs.tsx';

const DAYS_AFTER_DUE_MAX = 36_500;
const PART_TYPES = { percent: texts.percent, fixed: texts.fixed };

/** The due date and the rules of a charge in a form. */
export function DueFields({
  form: anyForm,
  mayBePast = false,
}: {
  form: object;
  /** Whether the due date may have passed, because the charge exists already. */
  mayBePast?: boolean;
}) {
  // Forms that have more fields than these.
  const form = anyForm as UseFormReturnType<DueFormValues>;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="date"
          label={texts.dueDate}
          description={texts.dueDateHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          {...(!mayBePast && { min: brasiliaDay(new Date()) })}
          {...form.getInputProps('due_date')}
        />
        <DaysAfterDue form={form} />
      </SimpleGrid>
      <RuleFields form={form} />
      <DiscountInputs form={form} />
    </Stack>
  );
}

/** For how many days after the due date a charge can be paid. */
export function DaysAfterDue({ form }: { form: UseFormReturnType<DueFormValues> }) {
  return (
    <NumberInput
      label={texts.daysAfterDue}
      description={texts.daysAfterDueHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={0}
      max={DAYS_AFTER_DUE_MAX}
      allowDecimal={false}
      allowNegative={false}
      {...form.getInputProps('days_after_due')}
    />
  );
}

/** The fine, the interest and the rebate. */
export function RuleFields({ form }: { form: UseFormReturnType<DueFormValues> }) {
  const { values, errors } = form;
  const errorOf = (rule: string) =>
    errors[`${rule}.value`] ?? errors[`${rule}.type`] ?? errors[`${rule}.mode`] ?? errors[rule];
  return (
    <>
      <RuleInputs
        label={texts.fine}
        none={texts.none.fine}
        modes={PART_TYPES}
        rule={values.fine}
        error={errorOf('fine')}
        onChange={(rule) => form.setFieldValue('fine', rule)}
      />
      <RuleInputs
        label={texts.interest}
        none={texts.none.interest}
        modes={texts.interestModes}
        rule={values.interest}
        error={errorOf('interest')}
        onChange={(rule) => form.setFieldValue('interest', rule)}
      />
      <RuleInputs
        label={texts.rebate}
        none={texts.none.rebate}
        hint={texts.rebateHint}
        modes={PART_TYPES}
        rule={values.rebate}
        error={errorOf('rebate')}
        onChange={(rule) => form.setFieldValue('rebate', rule)}
      />
    </>
  );
}
