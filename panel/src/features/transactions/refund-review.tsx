import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { CodeInput } from '#panel/components/code-input.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useSession } from '#panel/layout/session.ts';
import { texts } from '#panel/texts/texts.ts';
import type { RefundOrder } from './new-refund.tsx';
import type { Charge } from './transaction-page.tsx';

const words = texts.refunds;

/** What goes back, to whom, and who bears it: the last look before it leaves. */
export function RefundReview({
  charge,
  order,
  send,
  onSend,
  onEdit,
}: {
  charge: Charge;
  order: RefundOrder;
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
        <FactTable facts={factsOf(charge, order)} />
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

function factsOf({ payer, split }: Charge, order: RefundOrder): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    [words.amount, <Money key="amount" centavos={order.amount} fw={650} />],
    [words.payer, payer.name],
  ];
  if (split.length > 0) facts.push([words.borneBy, order.bear_all ? words.byYou : words.byEach]);
  if (order.reason !== '') facts.push([words.reason, order.reason]);
  return facts;
}
