import { Button, Checkbox, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { PercentInput } from '#panel/components/percent-input.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/merchants.ts';
import type { Merchant } from './merchant-types.ts';
import { useAfterChange } from './use-after-change.ts';

const BASIS_POINTS_PER_PERCENT = 100;
const PERCENT_MAX = 100;
const DAYS_MAX = 365;
const DAYS = { min: 0, max: DAYS_MAX, allowDecimal: false, required: true } as const;

/** Changes when the money of payments from now on becomes available. */
export function SettlementForm({ merchant, onDone }: { merchant: Merchant; onDone: () => void }) {
  const { username, settlement } = merchant;
  const afterChange = useAfterChange();
  const [code, setCode] = useState('');
  const form = useForm({
    initialValues: {
      ...settlement,
      percentage: settlement.reserve_basis_points / BASIS_POINTS_PER_PERCENT,
    },
  });
  const change = api.useMutation('put', '/api/operator/merchants/{username}/settlement', {
    onSuccess: () => {
      void afterChange(texts.settlementChanged);
      onDone();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const send = ({ percentage, delay_days, business_days, reserve_days }: typeof form.values) =>
    change.mutate({
      params: { path: { username } },
      body: {
        delay_days: Number(delay_days),
        business_days,
        reserve_basis_points: Math.round(Number(percentage) * BASIS_POINTS_PER_PERCENT),
        reserve_days: Number(reserve_days),
        ...codeOf(code),
      },
    });
  return (
    <Form check={form.validate} onSubmit={form.onSubmit(send)}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.settlementHint}
        </Text>
        {change.error ? <ProblemAlert error={change.error} /> : null}
        <NumberInput
          label={texts.delayDays}
          data-autofocus
          {...DAYS}
          {...form.getInputProps('delay_days')}
        />
        <Checkbox
          label={texts.businessDays}
          {...form.getInputProps('business_days', { type: 'checkbox' })}
        />
        <PercentInput
          label={texts.reserve}
          min={0}
          max={PERCENT_MAX}
          required
          {...form.getInputProps('percentage')}
        />
        <NumberInput label={texts.reserveDays} {...DAYS} {...form.getInputProps('reserve_days')} />
        <CodeField code={code} onChange={setCode} />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            {texts.changeSettlement}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
