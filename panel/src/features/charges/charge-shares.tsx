import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { newFormKey } from '#panel/components/form-key.ts';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { PercentInput } from '#panel/components/percent-input.tsx';
import { IconPlus, IconTrash } from '#panel/icons.ts';
import { texts } from '#texts/transactions.ts';
import type { TypedShare } from './charge-form-values.ts';

const SHARES_MAX = 20;
const EMPTY_SHARE: Omit<TypedShare, 'key'> = {
  username: '',
  kind: 'percentage',
  percentage: '',
  amount: 0,
};

/** A form that has shares, in its part `split`. */
export interface FormWithShares {
  readonly values: { readonly split: readonly TypedShare[] };
  readonly insertListItem: (path: 'split', share: TypedShare) => void;
  readonly removeListItem: (path: 'split', index: number) => void;
  readonly getInputProps: (
    path: `split.${number}.${'username' | 'kind' | 'percentage' | 'amount'}`,
  ) => object;
}

/** The shares of other merchants in a new charge. */
export function ChargeShares({ form }: { form: FormWithShares }) {
  const { split } = form.values;
  const add = () => form.insertListItem('split', { ...EMPTY_SHARE, key: newFormKey() });
  return (
    <Stack gap="xs">
      {split.length > 0 && (
        <div>
          <Text fw={500} size="sm">
            {texts.splits}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.splitsHint}
          </Text>
        </div>
      )}
      {split.map((share, index) => (
        <ShareInputs key={share.key} form={form} share={share} index={index} />
      ))}
      {split.length < SHARES_MAX && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={add}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.addSplit}
        </Button>
      )}
    </Stack>
  );
}

/** One share: the recipient, and a percentage or a fixed amount. */
function ShareInputs({
  form,
  share: { username, kind },
  index,
}: {
  form: FormWithShares;
  share: TypedShare;
  index: number;
}) {
  const path = `split.${index}` as const;
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label={texts.splitUsername}
        required
        autoComplete="off"
        maxLength={30}
        style={{ flex: '1 1 140px' }}
        {...form.getInputProps(`${path}.username`)}
      />
      <NativeSelect
        label={texts.splitKind}
        w={130}
        data={texts.splitKinds}
        {...form.getInputProps(`${path}.kind`)}
      />
      {kind === 'amount' ? (
        <MoneyInput
          label={texts.splitAmount}
          required
          w={130}
          {...form.getInputProps(`${path}.amount`)}
        />
      ) : (
        <PercentInput
          label={texts.splitPercentage}
          required
          w={130}
          min={0.01}
          max={90}
          {...form.getInputProps(`${path}.percentage`)}
        />
      )}
      <ActionIcon
        variant="default"
        size={36}
        aria-label={texts.removeSplit(username)}
        onClick={() => form.removeListItem('split', index)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}
