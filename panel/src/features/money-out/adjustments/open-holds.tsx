import { Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { showDone } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { ReasonButton, type ReasonInput } from '#panel/components/reason-button.tsx';
import type { Environment } from '#panel/session/environment.tsx';
import { texts } from '#texts/adjustments.ts';
import type { OpenHold } from './adjustment-types.ts';

/** The open holds of operators on a merchant: the blocked amounts and the missing ones. */
export function OpenHolds({
  username,
  environment,
}: {
  username: string;
  environment: Environment;
}) {
  const holds = api.useQuery('get', '/api/operator/merchants/{username}/holds', {
    params: { path: { username }, query: { environment } },
  });
  return (
    <Stack gap="xs">
      <Title order={3}>{texts.holds}</Title>
      <QueryState query={holds} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.holdsEmpty}
            </Text>
          ) : (
            <DataTable
              caption={texts.holds}
              columns={COLUMNS}
              rows={data}
              rowKey={(row) => row.id}
            />
          )
        }
      </QueryState>
    </Stack>
  );
}

function money(key: 'wanted' | 'blocked' | 'missing'): Column<OpenHold> {
  return {
    key,
    label: texts[key],
    align: 'right',
    render: (row) => <Money centavos={row[`${key}_amount`]} />,
  };
}

const COLUMNS: readonly Column<OpenHold>[] = [
  { key: 'created', label: texts.createdAt, render: (row) => <Instant at={row.created_at} /> },
  {
    key: 'reason',
    label: texts.reason,
    render: (row) => (row.reference === null ? row.reason : `${row.reason} (${row.reference})`),
  },
  money('wanted'),
  money('blocked'),
  money('missing'),
  {
    key: 'decide',
    label: texts.decide,
    render: (row) => (
      <IfAllowed operation="releaseBalance">
        <ReleaseButton holdId={row.id} />
      </IfAllowed>
    ),
  },
];

function ReleaseButton({ holdId }: { holdId: string }) {
  const client = useQueryClient();
  const [amount, setAmount] = useState(0);
  const release = api.useMutation('post', '/api/operator/holds/{hold_id}/release');
  const send = async ({ reason, code, keyOf }: ReasonInput) => {
    const body = { reason, amount: amount === 0 ? null : amount };
    await release.mutateAsync({
      params: { path: { hold_id: holdId }, header: { 'idempotency-key': keyOf(body) } },
      body: { ...body, ...codeOf(code) },
    });
    showDone(texts.released);
    await client.invalidateQueries();
  };
  return (
    <ReasonButton
      isSmall
      label={texts.release}
      title={texts.releaseTitle}
      hint={texts.releaseHint}
      onSend={send}
    >
      <MoneyInput label={texts.amount} value={amount} onChange={setAmount} />
    </ReasonButton>
  );
}
