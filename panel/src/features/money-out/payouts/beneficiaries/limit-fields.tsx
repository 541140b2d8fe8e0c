import { Text } from '@mantine/core';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { texts } from '#texts/payout-beneficiaries.ts';

/** The limits of a beneficiary in a form; 0 is no limit. */
export interface LimitValues {
  per_payout: number;
  per_day: number;
}

/** The form in which the limits are fields. */
export interface RateLimitForm {
  getInputProps(path: 'per_payout' | 'per_day'): object;
}

/** The inputs of the limits of a beneficiary. */
export function LimitFields({ form }: { form: RateLimitForm }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.limitsHint}
      </Text>
      <MoneyInput label={texts.perPayout} {...form.getInputProps('per_payout')} />
      <MoneyInput label={texts.perDay} {...form.getInputProps('per_day')} />
    </>
  );
}

/** The limits as the gateway takes them. */
export function limitsOf({ per_payout: perPayout, per_day: perDay }: LimitValues) {
  return {
    per_payout: perPayout === 0 ? null : perPayout,
    per_day: perDay === 0 ? null : perDay,
  };
}
