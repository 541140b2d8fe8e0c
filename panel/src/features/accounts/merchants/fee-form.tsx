import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { PercentInput } from '#panel/components/percent-input.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/merchants.ts';
import type { Merchant } from './merchant-types.ts';
import { useAfterChange } from './use-after-change.ts';

const BASIS_POINTS_PER_PERCENT = 100;
const PERCENT_MAX = 100;

/** Changes the fees of charges and payouts created from now on. */
export function FeeForm({ merchant, onDone }: { merchant: Merchant; onDone: () => void }) {
  const { username, fee } = merchant;
  const afterChange = useAfterChange();
  const form = useForm({
    initialValues: { ...fee, percentage: fee.basis_points / BASIS_POINTS_PER_PERCENT },
  });
  const change = api.useMutation('put', '/api/operator/merchants/{username}/fee', {
    onSuccess: () => {
      void afterChange(texts.feeChanged);
      onDone();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const send = ({ percentage, fixed_centavos, payout_fee_centavos }: typeof form.values) =>
    change.mutate({
      params: { path: { username } },
      body: {
        basis_points: Math.round(Number(percentage) * BASIS_POINTS_PER_PERCENT),
        fixed_centavos,
        payout_fee_centavos,
      },
    });
  return (
    <Form check={form.validate} onSubmit={form.onSubmit(send)}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.feeHint}
        </Text>
        {change.error ? <ProblemAlert error={change.error} /> : null}
        <PercentInput
          label={texts.feeRate}
          min={0}
          max={PERCENT_MAX}
          required
          data-autofocus
          {...form.getInputProps('percentage')}
        />
        <MoneyInput label={texts.feeFixed} {...form.getInputProps('fixed_centavos')} />
        <MoneyInput label={texts.feePayout} {...form.getInputProps('payout_fee_centavos')} />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            {texts.changeFee}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
