import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Money } from '#panel/components/money.tsx';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { texts } from '#panel/texts/texts.ts';
import type { RefundOrder } from './new-refund.tsx';
import type { Charge } from './transaction-page.tsx';

const words = texts.refunds;

/** How much goes back, why, and who bears it. */
export function RefundForm({
  form,
  charge,
  left,
  onReview,
}: {
  form: UseFormReturnType<RefundOrder>;
  charge: Charge;
  left: number;
  onReview: () => void;
}) {
  return (
    <form onSubmit={form.onSubmit(onReview)}>
      <Stack gap="md">
        <Text c="dimmed">{words.hint}</Text>
        <Text c="dimmed">
          {words.left}: <Money centavos={left} />
        </Text>
        <MoneyInput
          label={words.amount}
          required
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <TextInput
          label={words.reason}
          description={words.reasonHint}
          autoComplete="off"
          maxLength={140}
          {...form.getInputProps('reason')}
        />
        {charge.split.length > 0 && (
          <Checkbox
            label={words.bearAll}
            description={words.bearAllHint}
            {...form.getInputProps('bear_all', { type: 'checkbox' })}
          />
        )}
        <Button type="submit" disabled={form.values.amount === 0}>
          {words.review}
        </Button>
      </Stack>
    </form>
  );
}
