import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { CodeField } from './code-field.tsx';
import { ProblemAlert } from './query-state.tsx';

/** The texts of a review. */
export interface ReviewWords {
  readonly reviewHint: string;
  readonly edit: string;
  readonly send: string;
}

/** The mutation that sends the reviewed values. */
export interface Sending {
  readonly error: unknown;
  readonly isPending: boolean;
}

/** The review before money moves: the values, and a code if the user has a second factor. */
export function ReviewForm({
  words,
  send,
  onSend,
  onEdit,
  children,
}: {
  words: ReviewWords;
  send: Sending;
  onSend: (code: string) => void;
  onEdit: () => void;
  children: ReactNode;
}) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(code);
    setCode('');
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text c="dimmed">{words.reviewHint}</Text>
        {children}
        {send.error ? <ProblemAlert error={send.error} /> : null}
        <CodeField code={code} onChange={setCode} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onEdit} disabled={send.isPending}>
            {words.edit}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {words.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
