import { Group, NativeSelect } from '@mantine/core';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { PercentInput } from '#panel/components/percent-input.tsx';
import { texts } from '#texts/due.ts';
import { isRate, type TypedRule } from './due-form-values.ts';

/** The choice of how a rule is given, and its percentage or amount. */
export function RuleInputs({
  label,
  hint,
  none,
  modes,
  rule,
  error,
  onChange,
}: {
  label: string;
  hint?: string;
  /** The choice of no rule. */
  none: string;
  modes: Readonly<Record<string, string>>;
  rule: TypedRule;
  error: React.ReactNode;
  onChange: (rule: TypedRule) => void;
}) {
  const { mode } = rule;
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        label={label}
        style={{ flex: '1 1 200px' }}
        data={modeOptions(none, modes)}
        value={mode}
        {...(hint && {
          description: hint,
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
        })}
        onChange={({ currentTarget }) => onChange({ ...rule, mode: currentTarget.value })}
      />
      {mode !== '' && (
        <RuleValue
          label={label}
          rule={rule}
          error={error}
          onChange={(value) => onChange({ ...rule, ...value })}
        />
      )}
    </Group>
  );
}

/** The percentage or the amount of a rule, as its mode says. */
export function RuleValue({
  label,
  rule: { mode, percentage, amount },
  error,
  onChange,
}: {
  /** The name of the rule that the value belongs to, for screen readers. */
  label: string;
  rule: TypedRule;
  error: React.ReactNode;
  onChange: (value: Partial<TypedRule>) => void;
}) {
  const shared = { required: true, error, style: { flex: '1 1 120px' } };
  return isRate(mode) ? (
    <PercentInput
      label={texts.rate}
      aria-label={`${label}: ${texts.rate}`}
      {...shared}
      min={0}
      max={100}
      value={percentage}
      onChange={(value) => onChange({ percentage: value })}
    />
  ) : (
    <MoneyInput
      label={texts.value}
      aria-label={`${label}: ${texts.value}`}
      {...shared}
      value={amount}
      onChange={(value) => onChange({ amount: value })}
    />
  );
}

/** The modes by their names, after none. */
export function modeOptions(none: string, modes: Readonly<Record<string, string>>) {
  const known = Object.entries(modes).map(([value, label]) => ({ value, label }));
  return [{ value: '', label: none }, ...known];
}
