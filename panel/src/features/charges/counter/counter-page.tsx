import { Alert, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable, type RowLink } from '#panel/components/data-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMay, useMayMoveMoney } from '#panel/session/session.ts';
import { texts } from '#texts/counter.ts';
import { CounterCharge, type CreatedCharge } from './counter-charge.tsx';
import { CounterForm } from './counter-form.tsx';

type ChargeOfDay = Answer<'/api/panel/{environment}/counter/charges'>['data'][number];

const ASK_AGAIN_MS = 10_000;

/** The counter: charges a person who pays at once, and lists the charges of the day. */
export function CounterPage() {
  const mayCharge = useMayMoveMoney('createChargeAtCounter');
  const [created, setCreated] = useState<CreatedCharge>();
  const [isAgain, setAgain] = useState(false);
  const close = () => {
    setAgain(true);
    setCreated(undefined);
  };
  return (
    <>
      <PageHeader description={texts.description} isList />
      <Stack gap="xl">
        {mayCharge ? (
          <CounterForm key={created?.internal_id} isAgain={isAgain} onCreated={setCreated} />
        ) : (
          <Alert variant="outline">{texts.notOpen}</Alert>
        )}
        <ChargesOfDay />
      </Stack>
      {created && <CounterCharge charge={created} onClose={close} />}
    </>
  );
}

function ChargesOfDay() {
  const environment = useEnvironment();
  const mayOpen = useMay('getTransactionWithTimeline');
  const charges = api.useQuery(
    'get',
    '/api/panel/{environment}/counter/charges',
    { params: { path: { environment } } },
    { refetchInterval: ASK_AGAIN_MS },
  );
  return (
    <section>
      <Title order={2} mb="xs">
        {texts.today}
      </Title>
      <QueryState query={charges}>
        {({ data }) =>
          data.length === 0 ? (
            texts.nothingToday
          ) : (
            <DataTable
              caption={texts.today}
              columns={COLUMNS}
              rows={data}
              rowKey={({ internal_id: id }) => id}
              dayOf={({ created_at: at }) => at}
              {...(mayOpen && { rowLink: linkOf })}
            />
          )
        }
      </QueryState>
    </section>
  );
}

function linkOf({ internal_id: id }: ChargeOfDay): RowLink {
  return { to: '/painel/transacoes/$id', params: { id } };
}

const COLUMNS: readonly Column<ChargeOfDay>[] = [
  { key: 'name', label: texts.payer, place: 'name', render: ({ name }) => name },
  {
    key: 'created',
    label: texts.createdAt,
    place: 'time',
    render: ({ created_at: at }) => <Instant at={at} />,
  },
  {
    key: 'status',
    label: texts.status,
    place: 'state',
    render: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'amount',
    label: texts.amount,
    align: 'right',
    place: 'amount',
    render: ({ amount }) => <Money centavos={amount} fw={600} />,
  },
];
