import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/automatic-payout.ts';
import {
  nameAndKey,
  type SavedBeneficiary,
  useSavedBeneficiaries,
} from '../beneficiaries/saved-beneficiaries.ts';
import type { Automatic } from './automatic-payout-types.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const WEEKDAYS = texts.weekdays.map((label, day) => ({ value: String(day), label }));
const RULES = ['daily', 'weekly', 'above'] as const;

/** The form of the automatic payout. */
export function AutomaticPayoutForm({
  setting,
  onClose,
}: {
  setting: Automatic['setting'];
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const saved = useSavedBeneficiaries();
  const [code, setCode] = useState('');
  const beneficiaries = saved.data?.data ?? [];
  const form = useForm({
    initialValues: {
      beneficiary_id: setting?.beneficiary_id ?? '',
      rule: setting?.rule ?? 'daily',
      hour: String(setting?.hour ?? 9),
      weekday: String(setting?.weekday ?? 5),
      above: setting?.above ?? 0,
      keep: setting?.keep ?? 0,
      is_on: setting?.is_on ?? true,
    },
    validate: {
      beneficiary_id: (id) =>
        beneficiaries.some((one) => one.id === id) ? null : texts.beneficiaryMissing,
    },
  });
  const set = api.useMutation('put', '/api/panel/{environment}/automatic-payout', {
    onSuccess: () => {
      showDone(texts.saved);
      void client.invalidateQueries();
      onClose();
    },
  });
  const submit = (values: typeof form.values) =>
    set.mutate({
      params: { path: { environment } },
      body: {
        ...values,
        hour: Number(values.hour),
        weekday: Number(values.weekday),
        ...codeOf(code),
      },
    });
  return (
    <Dialog onClose={onClose} title={texts.title}>
      <Form check={form.validate} onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          {set.error ? <ProblemAlert error={set.error} /> : null}
          <Checkbox label={texts.isOn} {...form.getInputProps('is_on', { type: 'checkbox' })} />
          <ChooseSaved saved={beneficiaries} inputProps={form.getInputProps('beneficiary_id')} />
          <ScheduleFields form={form} />
          <Text size="sm" c="dimmed">
            {texts.rulesHint}
          </Text>
          <CodeField code={code} onChange={setCode} />
          <Group justify="flex-end">
            <Button type="submit" loading={set.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}

function ChooseSaved({
  saved,
  inputProps,
}: {
  saved: readonly SavedBeneficiary[];
  inputProps: object;
}) {
  return (
    <NativeSelect
      label={texts.beneficiary}
      description={saved.length === 0 ? texts.noBeneficiaries : undefined}
      data={[
        { value: '', label: texts.choose },
        ...saved.map((row) => ({ value: row.id, label: nameAndKey(row) })),
      ]}
      {...inputProps}
    />
  );
}

interface ScheduleForm {
  readonly values: { readonly rule: (typeof RULES)[number] };
  getInputProps(path: 'rule' | 'weekday' | 'hour' | 'above' | 'keep'): object;
}

/** When it runs, and what stays. */
function ScheduleFields({ form }: { form: ScheduleForm }) {
  const { rule } = form.values;
  return (
    <>
      <NativeSelect
        label={texts.when}
        data={RULES.map((value) => ({ value, label: texts.rules[value] }))}
        {...form.getInputProps('rule')}
      />
      {rule === 'weekly' && (
        <NativeSelect label={texts.weekday} data={WEEKDAYS} {...form.getInputProps('weekday')} />
      )}
      {rule === 'above' ? (
        <MoneyInput label={texts.above} {...form.getInputProps('above')} />
      ) : (
        <NativeSelect label={texts.hour} data={HOURS} {...form.getInputProps('hour')} />
      )}
      <MoneyInput label={texts.keep} description={texts.keepHint} {...form.getInputProps('keep')} />
    </>
  );
}
