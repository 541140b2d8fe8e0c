import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '#panel/icons.ts';
import { texts } from '#texts/due.ts';
import {
  type DueFormValues,
  emptyDiscount,
  endsOnDay,
  type TypedDiscount,
} from './due-form-values.ts';
import { modeOptions, RuleValue } from './rule-inputs.tsx';

const DISCOUNTS_MAX = 3;

/**
 * The discounts of one mode: up to three with a last day, or one for each day. The form of a link
 * asks for days before the due date instead of a last day.
 */
export function DiscountInputs({
  form,
  asksDays = false,
}: {
  form: UseFormReturnType<DueFormValues>;
  asksDays?: boolean;
}) {
  const { discount_mode: mode, discounts } = form.values;
  const choose = (next: string) => {
    form.setFieldValue('discount_mode', next);
    if (discounts.length === 0) form.setFieldValue('discounts', [emptyDiscount()]);
    else if (!endsOnDay(next)) form.setFieldValue('discounts', discounts.slice(0, 1));
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        label={texts.discount}
        data={modeOptions(
          texts.none.discount,
          asksDays ? texts.linkDiscountModes : texts.discountModes,
        )}
        value={mode}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {mode !== '' &&
        discounts.map((discount, index) => (
          <DiscountRow key={discount.key} {...{ form, discount, index, asksDays }} />
        ))}
      {endsOnDay(mode) && discounts.length < DISCOUNTS_MAX && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem('discounts', emptyDiscount())}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.addDiscount}
        </Button>
      )}
    </Stack>
  );
}

function DiscountRow({
  form,
  discount,
  index,
  asksDays,
}: {
  form: UseFormReturnType<DueFormValues>;
  discount: TypedDiscount;
  index: number;
  asksDays: boolean;
}) {
  const { discount_mode: mode, discounts } = form.values;
  const path = `discounts.${index}`;
  const name = texts.discountNumber(index + 1);
  return (
    <Group gap="xs" align="flex-start">
      <RuleValue
        label={name}
        rule={{ mode, percentage: discount.percentage, amount: discount.amount }}
        error={form.errors[`${path}.value`] ?? form.errors[`${path}.mode`]}
        onChange={(value) => form.setFieldValue(path, { ...discount, ...value })}
      />
      {endsOnDay(mode) && asksDays && (
        <NumberInput
          label={texts.daysBeforeDue}
          aria-label={`${name}: ${texts.daysBeforeDue}`}
          required
          min={0}
          allowDecimal={false}
          allowNegative={false}
          style={{ flex: '1 1 140px' }}
          {...form.getInputProps(`${path}.until`)}
          error={form.errors[`${path}.days_before_due`]}
        />
      )}
      {endsOnDay(mode) && !asksDays && (
        <TextInput
          type="date"
          label={texts.until}
          aria-label={`${name}: ${texts.until}`}
          required
          max={form.values.due_date || undefined}
          style={{ flex: '1 1 140px' }}
          {...form.getInputProps(`${path}.until`)}
        />
      )}
      {discounts.length > 1 && (
        <ActionIcon
          variant="default"
          size={36}
          mt={24}
          aria-label={texts.removeDiscount(index + 1)}
          onClick={() => form.removeListItem('discounts', index)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
