import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Charge } from '#panel/api/transaction.ts';
import { Form } from '#panel/components/form.tsx';
import { Money } from '#panel/components/money.tsx';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { texts } from '#texts/refunds.ts';
import { REFUND_WINDOW_DAYS } from '../../../../../gateway/src/ground/pix/refund-window.ts';
import type { RefundFormValues } from './refund-form-values.ts';

/** The amount, the reason and the bearers of a refund. */
export function RefundForm({
  form,
  charge,
  left,
  onReview,
}: {
  form: UseFormReturnType<RefundFormValues>;
  charge: Charge;
  left: number;
  onReview: () => void;
}) {
  return (
    <Form check={form.validate} onSubmit={form.onSubmit(onReview)}>
      <Stack gap="md">
        <Text c="dimmed">{texts.hint(REFUND_WINDOW_DAYS)}</Text>
        <Text c="dimmed">
          {texts.left}: <Money centavos={left} />
        </Text>
        <MoneyInput
          label={texts.amount}
          required
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <TextInput
          label={texts.reason}
          description={texts.reasonHint}
          autoComplete="off"
          maxLength={140}
          {...form.getInputProps('reason')}
        />
        {charge.split.length > 0 && (
          <Checkbox
            label={texts.bearAll}
            description={texts.bearAllHint}
            {...form.getInputProps('bear_all', { type: 'checkbox' })}
          />
        )}
        <Button type="submit">{texts.review}</Button>
      </Stack>
    </Form>
  );
}
