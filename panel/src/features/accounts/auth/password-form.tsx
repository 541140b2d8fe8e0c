import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Form } from '#panel/components/form.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/auth.ts';

/** The proofs of a user's identity, as fields of a request. */
export interface Proof {
  readonly password: string;
  readonly code?: string;
  readonly recovery_code?: string;
}

/** A code of the app, which has six digits, or a recovery code, as a field of a request. */
export function proofOf(code: string): Pick<Proof, 'code' | 'recovery_code'> {
  const text = code.trim();
  if (text === '') return {};
  return /^\d{6}$/.test(text) ? { code: text } : { recovery_code: text };
}

/** The field for a code of the app or a recovery code. */
export function AnyCodeInput({
  value,
  onChange,
}: {
  value?: string;
  onChange: (code: string) => void;
}) {
  return (
    <TextInput
      label={texts.anyCode}
      autoComplete="one-time-code"
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Asks for the password, and a code where there is one, before the second factor changes. */
export function PasswordForm({
  hint,
  label,
  mutation,
  onSubmit,
  onCancel,
}: {
  /** What the change does. */
  hint: string;
  label: string;
  mutation: { readonly error: unknown; readonly isPending: boolean };
  onSubmit: (proof: Proof) => void;
  onCancel: () => void;
}) {
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ password, ...proofOf(code) });
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        <Text>{hint}</Text>
        {mutation.error ? <ProblemAlert error={mutation.error} /> : null}
        <PasswordInput
          label={texts.currentPassword}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {user.has_second_factor && <AnyCodeInput value={code} onChange={setCode} />}
        <Group>
          <Button type="submit" loading={mutation.isPending}>
            {label}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {common.back}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
