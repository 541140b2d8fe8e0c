import { List, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { formatCalendarDay } from '#panel/components/format.ts';
import { texts } from '#texts/subscription-form.ts';
import { texts as subscriptionTexts } from '#texts/subscriptions.ts';
import { LABEL_FIRST } from './label-first.ts';
import type { SubscriptionFormState } from './subscription-form-values.ts';
import { useFirstDays } from './use-first-days.ts';

const INTERVALS = ['weekly', 'monthly', 'quarterly', 'semiannual', 'annual'] as const;

/** How often, from when, until when; and the first due dates that this gives. */
export function DayFields({ form }: { form: SubscriptionFormState }) {
  const { firstDays, faults } = useFirstDays(form.values);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NativeSelect
          label={texts.interval}
          data={INTERVALS.map((value) => ({ value, label: subscriptionTexts.intervals[value] }))}
          {...form.getInputProps('interval')}
        />
        <TextInput
          type="date"
          label={texts.firstDueOn}
          aria-required
          {...form.getInputProps('first_due_on')}
          error={form.errors.first_due_on ?? faults.first_due_on}
        />
        <TextInput
          type="date"
          label={texts.endsOn}
          description={texts.endsOnHint}
          {...LABEL_FIRST}
          {...form.getInputProps('ends_on')}
          error={form.errors.ends_on ?? faults.ends_on}
        />
      </SimpleGrid>
      {firstDays && (
        <Stack gap={4} role="status">
          <Text fw={500} size="sm">
            {texts.previewTitle}
          </Text>
          <List size="sm">
            {firstDays.days.map((day) => (
              <List.Item key={day}>{formatCalendarDay(day)}</List.Item>
            ))}
          </List>
          <Text size="xs" c="dimmed">
            {texts.previewHint}{' '}
            {texts.authorizableUntil(formatCalendarDay(firstDays.authorizable_until))}
          </Text>
        </Stack>
      )}
    </>
  );
}
