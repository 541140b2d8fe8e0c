import { NativeSelect, NumberInput, Radio, SimpleGrid, Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { texts } from '#texts/subscribing-links.ts';
import type { LinkFormValues } from './link-form-values.ts';

const FIRST_DAYS_MIN = 3;
const FIRST_DAYS_MAX = 365;
const DAY_OF_MONTH_MAX = 28;
const CYCLES_MAX = 600;
const INTERVALS = ['weekly', 'monthly', 'quarterly', 'semiannual', 'annual'] as const;

type Form = UseFormReturnType<LinkFormValues>;

/** How often, from when and how many times the payers of a link are debited. */
export function LinkSubscriptionFields({ form }: { form: Form }) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={texts.interval}
          data={INTERVALS.map((value) => ({ value, label: texts.intervals[value] }))}
          {...form.getInputProps('interval')}
        />
        <WholeNumber
          form={form}
          field="cycles"
          label={texts.cycles}
          hint={texts.cyclesHint}
          max={CYCLES_MAX}
        />
      </SimpleGrid>
      <FirstDay form={form} />
      <Radio.Group label={texts.journey} {...form.getInputProps('journey')}>
        <Stack gap="xs" mt="xs">
          <Radio value="code" label={texts.journeys.code} />
          <Radio value="code_and_first_payment" label={texts.journeys.code_and_first_payment} />
        </Stack>
      </Radio.Group>
      <Switch
        label={texts.retries}
        description={texts.retriesHint}
        {...form.getInputProps('has_retries', { type: 'checkbox' })}
      />
    </Stack>
  );
}

function FirstDay({ form }: { form: Form }) {
  const { interval, first_day: kind } = form.values;
  const mayBeOnDay = interval !== 'weekly';
  const isOnDay = kind === 'on_day' && mayBeOnDay;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {mayBeOnDay && (
        <NativeSelect
          label={texts.firstDay}
          data={[
            { value: 'in_days', label: texts.firstDays.in_days },
            { value: 'on_day', label: texts.firstDays.on_day },
          ]}
          {...form.getInputProps('first_day')}
        />
      )}
      {isOnDay ? (
        <WholeNumber
          form={form}
          field="first_due_day"
          label={texts.dayOfMonth}
          hint={texts.dayOfMonthHint}
          max={DAY_OF_MONTH_MAX}
          isRequired
        />
      ) : (
        <WholeNumber
          form={form}
          field="first_due_in_days"
          label={texts.inDays}
          hint={texts.inDaysHint}
          min={FIRST_DAYS_MIN}
          max={FIRST_DAYS_MAX}
          isRequired
        />
      )}
    </SimpleGrid>
  );
}

interface WholeNumberProps {
  readonly form: Form;
  readonly field: 'cycles' | 'first_due_day' | 'first_due_in_days';
  readonly label: string;
  readonly hint: string;
  readonly min?: number;
  readonly max: number;
  readonly isRequired?: boolean;
}

function WholeNumber({ form, field, label, hint, min = 1, max, isRequired }: WholeNumberProps) {
  return (
    <NumberInput
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required={isRequired ?? false}
      min={min}
      max={max}
      allowDecimal={false}
      allowNegative={false}
      {...form.getInputProps(field)}
      error={form.errors[`subscription.${field}`] ?? form.errors[field]}
    />
  );
}
