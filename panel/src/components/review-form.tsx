import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { texts } from '#texts/money-acts.ts';
import { CodeField } from './code-field.tsx';
import { Form } from './form.tsx';
import { actTexts, type MoneyAct, type MoneyOutcome } from './money-act.ts';
import { ProblemAlert } from './query-state.tsx';

/** The mutation that sends the reviewed values. */
export interface Sending {
  readonly error: unknown;
  readonly isPending: boolean;
}

/**
 * The review of an act on money: what will happen, the values, and a code if the user has a second
 * factor.
 */
export function ReviewForm({
  act,
  outcome,
  send,
  onSend,
  onEdit,
  children,
}: {
  act: MoneyAct;
  outcome: MoneyOutcome;
  send: Sending;
  onSend: (code: string) => void;
  onEdit: () => void;
  children: ReactNode;
}) {
  const [code, setCode] = useState('');
  const { hint, button } = actTexts(act, outcome);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(code);
    setCode('');
  };
  return (
    <Form isFilled onSubmit={submit}>
      <Stack gap="md">
        <Text c="dimmed">{hint}</Text>
        {children}
        {send.error ? <ProblemAlert error={send.error} /> : null}
        <CodeField code={code} onChange={setCode} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onEdit} disabled={send.isPending}>
            {texts.edit}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {button}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
