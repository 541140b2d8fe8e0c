import { Button, Checkbox, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { CodeField } from '#panel/components/code-field.tsx';
import { Form } from '#panel/components/form.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import type { Environment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payout-controls.ts';
import { LimitInput } from './limit-input.tsx';
import type { Limits } from './limit-types.ts';

const WAIT_MINUTES_MAX = 10_080;

/** The form of limits, with a code of the second factor. */
export function LimitsForm({
  limits,
  environment,
  error,
  isPending,
  onSave,
}: {
  limits: Limits;
  environment: Environment;
  error: unknown;
  isPending: boolean;
  onSave: (limits: Limits, code: string) => void;
}) {
  const [code, setCode] = useState('');
  const form = useForm({
    initialValues: {
      per_payout: limits.per_payout,
      per_day: limits.per_day,
      per_night: limits.per_night,
      approval_above: limits.approval_above,
      new_destination_approval_above: limits.new_destination_approval_above,
      wait: limits.new_destination_wait_minutes,
      only_saved_beneficiaries: limits.only_saved_beneficiaries,
    },
  });
  const save = ({ wait, ...amounts }: typeof form.values) => {
    setCode('');
    onSave({ ...amounts, new_destination_wait_minutes: Number(wait) || 0 }, code);
  };
  return (
    <Form check={form.validate} onSubmit={form.onSubmit(save)}>
      <Stack gap="md">
        {error ? <ProblemAlert error={error} /> : null}
        <Text size="sm" c="dimmed">
          {texts.emptyIsNone}
        </Text>
        <LimitInput label={texts.perPayout} {...form.getInputProps('per_payout')} />
        <LimitInput label={texts.perDay} {...form.getInputProps('per_day')} />
        <LimitInput label={texts.perNight} {...form.getInputProps('per_night')} />
        <LimitInput
          label={texts.approvalAbove}
          none={texts.noApproval}
          {...form.getInputProps('approval_above')}
        />
        <LimitInput
          label={texts.newDestinationApprovalAbove}
          none={texts.noApproval}
          {...form.getInputProps('new_destination_approval_above')}
        />
        <NumberInput
          label={texts.newDestinationWait}
          min={0}
          max={WAIT_MINUTES_MAX}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('wait')}
        />
        <Checkbox
          label={texts.onlySaved}
          description={texts.onlySavedHint}
          {...form.getInputProps('only_saved_beneficiaries', { type: 'checkbox' })}
        />
        <CodeField code={code} onChange={setCode} environment={environment} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {texts.changeLimits}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
