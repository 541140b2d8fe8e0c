import { NumberInput, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { texts } from '#texts/due.ts';
import { texts as linkTexts } from '#texts/payment-links.ts';
import { texts as subscribing } from '#texts/subscribing-links.ts';
import { DiscountInputs } from '../due/discount-inputs.tsx';
import { DaysAfterDue, RuleFields } from '../due/due-fields.tsx';
import type { DueFormValues } from '../due/due-form-values.ts';
import { DuePreview } from '../due/due-preview.tsx';
import { rulesOfToday } from './link-due-values.ts';
import type { LinkFormValues } from './link-form-values.ts';
import { LinkSubscriptionFields } from './link-subscription-fields.tsx';

const DAYS_MAX = 3_652;

/** Whether payers pay at once, until a due date, or subscribe, and the rules of it. */
export function LinkDueFields({ form }: { form: UseFormReturnType<LinkFormValues> }) {
  const { kind_of_charge: kind } = form.values;
  const hints = { now: linkTexts.nowHint, due: linkTexts.dueHint, subscription: subscribing.hint };
  return (
    <>
      <Stack gap={4}>
        <SegmentedControl
          aria-label={texts.kind}
          // Three words fit a small phone.
          styles={{ label: { paddingInline: 6 } }}
          data={[...texts.kinds, { value: 'subscription', label: subscribing.kind }]}
          {...form.getInputProps('kind_of_charge')}
        />
        <Text size="xs" c="dimmed">
          {hints[kind]}
        </Text>
      </Stack>
      {kind === 'due' && <Rules form={form} />}
      {kind === 'subscription' && <LinkSubscriptionFields form={form} />}
    </>
  );
}

function Rules({ form }: { form: UseFormReturnType<LinkFormValues> }) {
  // The inputs of rules know only their own fields of the form.
  const rules = form as unknown as UseFormReturnType<DueFormValues>;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={texts.dueInDays}
          description={texts.dueInDaysHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          min={0}
          max={DAYS_MAX}
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('due_in_days')}
        />
        <DaysAfterDue form={rules} />
      </SimpleGrid>
      <RuleFields form={rules} />
      <DiscountInputs form={rules} asksDays />
      <DuePreview body={previewOf(form.values)} />
    </Stack>
  );
}

/** A charge of the link that is created today; only of a fixed price. */
function previewOf(values: LinkFormValues) {
  const rules = rulesOfToday(values);
  const { kind, amount } = values;
  return rules === null || kind !== 'fixed' || amount === 0 ? null : { amount, ...rules };
}
