import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from './texts.ts';

/** Asks for the password before a change of the second factor. */
export function PasswordForm({
  mutation,
  onSubmit,
  onCancel,
}: {
  mutation: { readonly error: unknown; readonly isPending: boolean };
  onSubmit: (password: string) => void;
  onCancel: () => void;
}) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(password);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text>{texts.passwordToContinue}</Text>
        {mutation.error ? <ProblemAlert error={mutation.error} /> : null}
        <PasswordInput
          label={texts.currentPassword}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={mutation.isPending}>
            {common.continue}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
