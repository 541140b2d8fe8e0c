import { Checkbox, Stack } from '@mantine/core';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { texts } from '#texts/payout-controls.ts';

/** An input for a limit in centavos; null is no limit, and 0 lets nothing pass. */
export function LimitInput({
  label,
  none = texts.none,
  value = null,
  onChange,
}: {
  label: string;
  /** What an empty input means. */
  none?: string;
  value?: number | null;
  onChange?: (limit: number | null) => void;
}) {
  return (
    <Stack gap={6}>
      <MoneyInput
        label={label}
        placeholder={value === 0 ? texts.zero : none}
        value={value ?? 0}
        onChange={(amount) => onChange?.(amount === 0 ? null : amount)}
      />
      <Checkbox
        size="xs"
        label={texts.zero}
        aria-label={`${label}: ${texts.zero}`}
        checked={value === 0}
        onChange={(event) => onChange?.(event.currentTarget.checked ? 0 : null)}
      />
    </Stack>
  );
}
