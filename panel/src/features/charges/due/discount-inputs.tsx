import { ActionIcon, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
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

/** The discounts of one mode: up to three with a last day, or one for each day. */
export function DiscountInputs({ form }: { form: UseFormReturnType<DueFormValues> }) {
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
        data={modeOptions(texts.none.discount, texts.discountModes)}
        value={mode}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {mode !== '' &&
        discounts.map((discount, index) => (
          <DiscountRow key={discount.key} form={form} discount={discount} index={index} />
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
}: {
  form: UseFormReturnType<DueFormValues>;
  discount: TypedDiscount;
  index: number;
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
      {endsOnDay(mode) && (
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
