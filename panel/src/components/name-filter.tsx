import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { texts } from '#texts/saved-filters.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

const NAME_LENGTH_MAX = 40;

/** Asks for the name of a filter that is saved. */
export function NameFilter({
  onSave,
  onClose,
}: {
  onSave: (name: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(name.trim());
  };
  return (
    <Dialog onClose={onClose} title={texts.title} size="sm">
      <Form isKept={false} onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{texts.hint}</Text>
          <TextInput
            label={texts.name}
            data-autofocus
            required
            pattern=".*\S.*"
            maxLength={NAME_LENGTH_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit">{texts.confirm}</Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
