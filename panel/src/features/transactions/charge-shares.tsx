import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { newFormKey } from '#panel/components/form-key.ts';
import { PercentInput } from '#panel/components/percent-input.tsx';
import { IconPlus, IconTrash } from '#panel/icons.ts';
import type { ChargeOrder } from './charge-order.ts';
import { texts } from './texts.ts';

const SHARES_MAX = 20;

/** The shares of other merchants in a new charge. */
export function ChargeShares({ form }: { form: UseFormReturnType<ChargeOrder> }) {
  const { split } = form.values;
  const add = () =>
    form.insertListItem('split', { key: newFormKey(), username: '', percentage: '' });
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
      {split.map(({ key, username }, index) => (
        <Group key={key} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label={texts.splitUsername}
            required
            autoComplete="off"
            maxLength={30}
            style={{ flex: 1 }}
            {...form.getInputProps(`split.${index}.username`)}
          />
          <PercentInput
            label={texts.splitPercentage}
            required
            w={130}
            min={0.01}
            max={90}
            {...form.getInputProps(`split.${index}.percentage`)}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={texts.removeSplit(username)}
            onClick={() => form.removeListItem('split', index)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
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
