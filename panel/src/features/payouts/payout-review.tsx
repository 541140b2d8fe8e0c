import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '#panel/api/client.ts';
import { Money } from '#panel/components/money.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/layout/environment.tsx';
import { useSession } from '#panel/layout/session.ts';
import { texts } from '#panel/texts/texts.ts';
import type { PayoutOrder } from './new-payout.tsx';

const words = texts.payouts;
const CODE_LENGTH = 6;

/** What will leave, to whom, and what is left: the last look before it is sent. */
export function PayoutReview({
  order,
  send,
  onSend,
  onEdit,
}: {
  order: PayoutOrder;
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
        <Facts order={order} />
        {send.error ? <ProblemAlert error={send.error} /> : null}
        {user.has_second_factor && (
          <TextInput
            label={words.code}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_LENGTH}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
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

function Facts({ order }: { order: PayoutOrder }) {
  const environment = useEnvironment();
  const { merchant } = useSession();
  const overview = api.useQuery('get', '/api/panel/{environment}/overview', {
    params: { path: { environment } },
  });
  const fee = merchant?.fees.payout ?? 0;
  const available = overview.data?.balance.available;
  return (
    <Table>
      <Table.Tbody>
        <Fact label={words.amount} value={<Money centavos={order.amount} fw={650} />} />
        <Fact label={words.fee} value={<Money centavos={fee} />} />
        <Fact label={words.total} value={<Money centavos={order.amount + fee} />} />
        <Fact label={words.keyTypes[order.pix_key_type]} value={order.pix_key} />
        <Fact label={words.beneficiary} value={order.beneficiary.name} />
        <Fact label={words.beneficiaryDocument} value={order.beneficiary.document} />
        {available !== undefined && (
          <Fact
            label={words.balanceAfter}
            value={<Money centavos={available - order.amount - fee} />}
          />
        )}
      </Table.Tbody>
    </Table>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} c="dimmed">
        {label}
      </Table.Th>
      <Table.Td ta="right" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Table.Td>
    </Table.Tr>
  );
}
