import { Anchor, Grid, Group, Paper, Stack, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { formatMoney } from '#panel/components/format.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconChevronLeft } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct } from '#panel/session/session.ts';
import { DefenseForm } from './defense-form.tsx';
import { DisputeBadge } from './dispute-badge.tsx';
import { DefenseFacts, DisputeFacts } from './dispute-facts.tsx';
import { type Dispute, daysLeft } from './dispute-types.ts';
import { texts } from './texts.ts';

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
      <Anchor component={Link} to="/painel/contestacoes" size="sm" c="dimmed">
        <Group gap={2} component="span" display="inline-flex">
          <IconChevronLeft size={14} aria-hidden />
          {texts.backToList}
        </Group>
      </Anchor>
      <QueryState query={dispute} lines={8}>
        {(data) => <Content dispute={data} />}
      </QueryState>
    </>
  );
}

function Content({ dispute }: { dispute: Dispute }) {
  const mayAct = useMayAct('defendDisputeByHand');
  const mayDefend = mayAct && dispute.status === 'open' && daysLeft(dispute) !== undefined;
  const { transaction_id: id } = dispute;
  const transaction = (
    <Anchor
      key="transaction"
      renderRoot={(props) => <Link to="/painel/transacoes/$id" params={{ id }} {...props} />}
    >
      {id}
    </Anchor>
  );
  return (
    <>
      <PageHeader
        title={`${texts.title} · ${formatMoney(dispute.amount)}`}
        actions={<DisputeBadge status={dispute.status} />}
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <DisputeFacts dispute={dispute} first={[[texts.transaction, transaction]]} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Paper withBorder p="md">
            <Stack gap="md">
              <Title order={2}>{texts.defense}</Title>
              {(dispute.defense !== null || !mayDefend) && <DefenseFacts dispute={dispute} />}
              {mayDefend && <DefenseForm dispute={dispute} />}
            </Stack>
          </Paper>
        </Grid.Col>
      </Grid>
    </>
  );
}
