import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { Link, type LinkProps, useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { alertValues } from '#panel/features/host/health/alert-values.ts';
import { IconAlertTriangle, IconCircleCheck } from '#panel/icons.ts';
import { texts } from '#texts/alerts.ts';
import { texts as healthTexts } from '#texts/health.ts';
import { AlertItems } from './alert-items.tsx';
import type { AlertCause, AlertChoice, AlertDetail } from './alert-types.ts';
import { factText } from './fact-text.tsx';
import { Silence } from './silence.tsx';

const ASK_AGAIN = { refetchInterval: 15_000 };

/** The page of an alert: the event, the last answer of the bank, and the operator's actions. */
export function AlertPage() {
  const { cause = '' } = useParams({ strict: false });
  const isKnown = cause in healthTexts.alertCauses;
  if (!isKnown) return <EmptyState isPage icon={IconCircleCheck} title={texts.notMeasured} />;
  return <KnownAlert cause={cause as AlertCause} />;
}

function KnownAlert({ cause }: { cause: AlertCause }) {
  const params = { params: { path: { cause } } };
  const alert = api.useQuery('get', '/api/operator/alerts/{cause}', params, ASK_AGAIN);
  return (
    <>
      <BackLink to="/operador/saude">{texts.back}</BackLink>
      <PageHeader title={healthTexts.alertCauses[cause]} />
      <QueryState query={alert} lines={8}>
        {(data) => <Content alert={data} />}
      </QueryState>
    </>
  );
}

function Content({ alert }: { alert: AlertDetail }) {
  const { what, choices } = texts.causes[alert.cause];
  return (
    <Stack gap="lg">
      <State alert={alert} />
      <Silence alert={alert} />
      <Section title={texts.what}>
        <Text>{what}</Text>
        <FactTable facts={measuredFacts(alert)} />
      </Section>
      {alert.facts.length > 0 && (
        <Section title={texts.facts}>
          <FactTable
            facts={alert.facts.map((fact) => [texts.factNames[fact.name], factText(fact)])}
          />
        </Section>
      )}
      {alert.items.length > 0 && <AlertItems items={alert.items} />}
      <Choices choices={choices} page={alert.page} />
      <Anchor
        renderRoot={(props) => (
          <Link
            to="/operador/manual/$page"
            params={{ page: 'alerts' }}
            hash={alert.cause}
            {...props}
          />
        )}
        size="sm"
        underline="always"
      >
        {texts.runbook}
      </Anchor>
    </Stack>
  );
}

function State({ alert: { is_raised: isRaised, value } }: { alert: AlertDetail }) {
  const isMeasured = value !== null;
  return (
    <Alert
      color={isRaised ? 'red' : 'teal'}
      variant="outline"
      icon={isRaised ? <IconAlertTriangle size={18} /> : <IconCircleCheck size={18} />}
      title={isRaised ? texts.raised : isMeasured ? texts.over : texts.notMeasured}
      // Teal can't be read on white (WCAG 2.2, 1.4.3).
      {...(!isRaised && { styles: { title: { color: 'var(--mantine-color-text)' } } })}
    />
  );
}

function measuredFacts({ cause, value, above, told_at: toldAt }: AlertDetail) {
  const show = alertValues[cause];
  return [
    ...(value === null ? [] : [[texts.value, show(value)] as const]),
    [texts.limit, show(above)] as const,
    [texts.toldAt, toldAt === null ? texts.notTold : <Instant key="told" at={toldAt} />] as const,
  ];
}

function Choices({ choices, page }: { choices: readonly AlertChoice[]; page: string }) {
  return (
    <Section title={texts.choices}>
      <List type="ordered" spacing="sm">
        {choices.map(({ act, effect, page: where }) => (
          <List.Item key={act}>
            <Text fw={600}>{act}</Text>
            <Text size="sm">{effect}</Text>
            {where !== undefined && <PageLink page={where} act={act} />}
          </List.Item>
        ))}
      </List>
      <Group mt="md">
        <Button component={Link} to={page}>
          {texts.solve}
        </Button>
      </Group>
    </Section>
  );
}

function PageLink({ page, act }: { page: string; act: string }) {
  return (
    <Anchor
      component={Link}
      to={page as NonNullable<LinkProps['to']>}
      size="sm"
      underline="always"
      aria-label={`${texts.openPage}: ${act}`}
    >
      {texts.openPage}
    </Anchor>
  );
}
