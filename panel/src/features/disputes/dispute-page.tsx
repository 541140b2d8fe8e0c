import { Anchor, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { TaxId } from '#panel/components/tax-id.tsx';
import { ReceiptLink } from '#panel/features/reports/receipts/receipt-link.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct } from '#panel/session/session.ts';
import { texts as filesTexts } from '#texts/dispute-files.ts';
import { texts } from '#texts/disputes.ts';
import { DefenseForm } from './defense-form.tsx';
import { DisputeBadge } from './dispute-badge.tsx';
import { DefenseFacts, DisputeFacts } from './dispute-facts.tsx';
import { DisputeFiles } from './dispute-files.tsx';
import { type Dispute, daysLeft } from './dispute-types.ts';

const ASK_AGAIN_MS = 15_000;

/** One dispute of the merchant, with the form of its defence. */
export function DisputePage() {
  const environment = useEnvironment();
  const { id = '' } = useParams({ strict: false });
  const dispute = api.useQuery(
    'get',
    '/api/panel/{environment}/disputes/{id}',
    { params: { path: { environment, id } } },
    { refetchInterval: ASK_AGAIN_MS },
  );
  return (
    <>
      <BackLink to="/painel/contestacoes">{texts.backToList}</BackLink>
      <QueryState query={dispute} title={texts.title} lines={8}>
        {/* The form of another dispute begins anew: its answers are not this one's. */}
        {(data) => <Content key={data.internal_id} dispute={data} />}
      </QueryState>
    </>
  );
}

type Charge = Extract<Answer<'/api/panel/{environment}/transactions/{id}'>, { type: 'charge' }>;

/** The charge that the contested payment paid; undefined until it is read. */
function useCharge(id: string): Charge | undefined {
  const environment = useEnvironment();
  const { data } = api.useQuery('get', '/api/panel/{environment}/transactions/{id}', {
    params: { path: { environment, id } },
  });
  return data?.type === 'charge' ? data : undefined;
}

/** Who has paid, and for what: what a merchant recognises the payment by. */
function paymentFacts({
  payer,
  external_id: order,
  description,
}: Charge): readonly (readonly [string, ReactNode])[] {
  const facts: [string, ReactNode][] = [
    [
      texts.payer,
      <Stack key="payer" gap={0}>
        <Text inherit>{payer.name}</Text>
        <TaxId value={payer.document} />
      </Stack>,
    ],
  ];
  if (order !== null) facts.push([texts.order, order]);
  if (description) facts.push([texts.orderDescription, description]);
  return facts;
}

function Content({ dispute }: { dispute: Dispute }) {
  const mayAct = useMayAct('defendDisputeByHand');
  const mayDefend = mayAct && dispute.status === 'open' && daysLeft(dispute) !== undefined;
  const { transaction_id: id } = dispute;
  const charge = useCharge(id);
  const payment = charge ? paymentFacts(charge) : [];
  const transaction = (
    <Group key="transaction" gap="md" justify="flex-end">
      <Anchor
        underline="always"
        renderRoot={(props) => <Link to="/painel/transacoes/$id" params={{ id }} {...props} />}
      >
        {texts.seeTransaction}
      </Anchor>
      {charge && <ReceiptLink id={id} />}
    </Group>
  );
  return (
    <>
      <PageHeader
        title={texts.titleOf(formatMoney(dispute.amount))}
        actions={<DisputeBadge status={dispute.status} />}
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <DisputeFacts dispute={dispute} first={[...payment, [texts.transaction, transaction]]} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Paper withBorder p="md">
            <Stack gap="md">
              <Title order={2}>{texts.defense}</Title>
              {(dispute.defense !== null || !mayDefend) && <DefenseFacts dispute={dispute} />}
              {mayDefend ? (
                <DefenseForm dispute={dispute} {...(charge && { charge })} />
              ) : (
                <>
                  <Title order={3}>{filesTexts.title}</Title>
                  <DisputeFiles id={dispute.internal_id} />
                </>
              )}
            </Stack>
          </Paper>
        </Grid.Col>
      </Grid>
    </>
  );
}
