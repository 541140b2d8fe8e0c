import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CodeInput } from '#panel/components/code-input.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useSession } from '#panel/layout/session.ts';
import { texts } from '#panel/texts/texts.ts';
import type { TransferOrder } from './new-transfer.tsx';

const words = texts.transfers;

/** Who receives and how much: the last look before the money changes hands. */
export function TransferReview({
  order,
  recipientName,
  send,
  onSend,
  onEdit,
}: {
  order: TransferOrder;
  recipientName: string;
  send: { readonly error: unknown; readonly isPending: boolean };
  onSend: (code: string) => void;
  onEdit: () => void;
}) {
  const { user } = useSession();
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
        <FactTable
          facts={[
            [words.recipient, `${recipientName} (@${order.username})`],
            [words.amount, <Money key="amount" centavos={order.amount} fw={650} />],
            [words.note, order.description || texts.common.notThere],
          ]}
        />
        {send.error ? <ProblemAlert error={send.error} /> : null}
        {user.has_second_factor && <CodeInput label={words.code} value={code} onChange={setCode} />}
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
