import { TextInput, type TextInputProps } from '@mantine/core';
import { formatMoney } from './format.ts';

const DIGITS_MAX = 12;

/**
 * An amount typed as people type it at a Brazilian bank: digits move in from the right. The value is
 * an integer of centavos, 0 while empty; no decimal number is ever parsed.
 */
export function MoneyInput({
  value = 0,
  onChange,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  value?: number;
  onChange?: (centavos: number) => void;
}) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      className="figures"
      {...props}
      value={value === 0 ? '' : formatMoney(value)}
      placeholder={formatMoney(0)}
      onChange={(event) => {
        const digits = event.currentTarget.value.replaceAll(/\D/g, '').slice(-DIGITS_MAX);
        onChange?.(Number(digits));
      }}
    />
  );
}
