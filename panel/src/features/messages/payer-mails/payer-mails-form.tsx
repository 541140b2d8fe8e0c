import { Button, Group, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { formatCount } from '#panel/components/format.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payer-mails.ts';

type Settings = Answer<'/api/panel/{environment}/payer-mails'>;

const DAYS_MAX = 15;
const DAYS_BEFORE = 3;
const DAYS_AFTER = 1;
const MAILS_PER_DAY = 2_000;

/** The switches of reminders and receipts, saved together. */
export function PayerMailsForm({
  settings,
  isEditable,
}: {
  settings: Settings;
  isEditable: boolean;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [values, setValues] = useState(settings);
  const change = (part: Partial<Settings>) => setValues({ ...values, ...part });
  const save = api.useMutation('patch', '/api/panel/{environment}/payer-mails', {
    onSuccess: () => {
      showDone(texts.saved);
      return client.invalidateQueries();
    },
  });
  const { days_before, on_due_day, days_after, receipts } = values;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        const body = { days_before, on_due_day, days_after, receipts };
        save.mutate({ params: { path: { environment } }, body });
      }}
    >
      <Stack gap="lg">
        {save.error ? <ProblemAlert error={save.error} /> : null}
        <Section title={texts.reminders} description={texts.remindersHint}>
          <Stack gap="md">
            <DaysSwitch
              label={texts.before}
              days={days_before}
              daysAtFirst={DAYS_BEFORE}
              isEditable={isEditable}
              onChange={(days) => change({ days_before: days })}
            />
            <Switch
              label={texts.onDueDay}
              description={texts.onDueDayHint}
              checked={on_due_day}
              disabled={!isEditable}
              onChange={(event) => change({ on_due_day: event.currentTarget.checked })}
            />
            <DaysSwitch
              label={texts.after}
              hint={texts.afterHint}
              days={days_after}
              daysAtFirst={DAYS_AFTER}
              isEditable={isEditable}
              onChange={(days) => change({ days_after: days })}
            />
          </Stack>
        </Section>
        <Section title={texts.receiptsTitle}>
          <Switch
            label={texts.receipts}
            description={texts.receiptsHint}
            checked={receipts}
            disabled={!isEditable}
            onChange={(event) => change({ receipts: event.currentTarget.checked })}
          />
        </Section>
        <Text size="sm" c="dimmed">
          {texts.limits(formatCount(MAILS_PER_DAY))}
        </Text>
        {isEditable && (
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </Group>
        )}
      </Stack>
    </Form>
  );
}

/** A switch with a number of days. */
function DaysSwitch({
  label,
  hint,
  days,
  daysAtFirst,
  isEditable,
  onChange,
}: {
  label: string;
  hint?: string;
  days: number | null;
  daysAtFirst: number;
  isEditable: boolean;
  onChange: (days: number | null) => void;
}) {
  return (
    <Stack gap="xs">
      <Switch
        label={label}
        description={hint}
        checked={days !== null}
        disabled={!isEditable}
        onChange={(event) => onChange(event.currentTarget.checked ? daysAtFirst : null)}
      />
      {days !== null && (
        <NumberInput
          label={`${texts.days}: ${label}`}
          value={days}
          min={1}
          max={DAYS_MAX}
          allowDecimal={false}
          clampBehavior="strict"
          readOnly={!isEditable}
          maw={320}
          ml={52}
          onChange={(to) => typeof to === 'number' && onChange(to)}
        />
      )}
    </Stack>
  );
}
