import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { api } from '#panel/api/client.ts';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCount, formatInstant, formatSize } from '#panel/components/format.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { IconAlertTriangle, IconCircleCheck } from '#panel/icons.ts';
import { texts as alertTexts } from '#texts/alerts.ts';
import { texts } from '#texts/health.ts';
import { texts as manualTexts } from '#texts/manual.ts';
import { alertValues } from './alert-values.ts';
import { FailingEndpoints } from './failing-endpoints.tsx';
import type { Health } from './health-types.ts';
import { SetAside } from './set-aside.tsx';

const ASK_AGAIN_MS = 5_000;
const CALM_LIST = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))',
  gap: '4px var(--mantine-spacing-md)',
  margin: 0,
  padding: 0,
  listStyle: 'none',
};

/** The state of the queue, the webhooks and the database. */
export function HealthPage() {
  const health = api.useQuery('get', '/api/operator/health', undefined, {
    refetchInterval: ASK_AGAIN_MS,
  });
  return (
    <>
      <PageHeader description={texts.description} actions={<ManualLink />} isList />
      <QueryState query={health} lines={8}>
        {(data) => (
          <Stack gap="lg">
            {data.workers === 0 && (
              <Alert color="red" variant="outline" icon={<IconAlertTriangle size={18} />}>
                {texts.noWorkers}
              </Alert>
            )}
            {data.set_aside.items.length > 0 && <SetAside work={data.set_aside} />}
            <Alerts alerts={data.alerts} />
            <FailingEndpoints endpoints={data.failing_endpoints} />
            <SimpleGrid cols={{ base: 1, md: 3 }}>
              <Queue queue={data.delivery_queue} workers={data.workers} />
              <DeliveriesLastHour counts={data.deliveries_last_hour} />
              <Machine health={data} />
            </SimpleGrid>
          </Stack>
        )}
      </QueryState>
    </>
  );
}

function ManualLink() {
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link to="/operador/manual/$page" params={{ page: 'README' }} {...props} />
      )}
    >
      {manualTexts.title}
    </Button>
  );
}

function Alerts({ alerts }: { alerts: Health['alerts'] }) {
  const isCalm = ({ is_raised: isRaised, silence }: Health['alerts'][number]) =>
    !isRaised && silence === null;
  const shown = alerts.filter((alert) => !isCalm(alert));
  const calm = alerts.filter(isCalm);
  return (
    <Section title={texts.alerts}>
      <Stack gap="md">
        {shown.length > 0 && (
          <FactTable
            facts={shown.map((alert) => [
              texts.alertCauses[alert.cause],
              <AlertState key={alert.cause} alert={alert} />,
            ])}
          />
        )}
        {calm.length > 0 && <CalmAlerts alerts={calm} />}
      </Stack>
    </Section>
  );
}

/** The alerts that are off, in little room. */
function CalmAlerts({ alerts }: { alerts: Health['alerts'] }) {
  const id = useId();
  return (
    <div>
      <Title order={3} id={id} mb="xs">
        {texts.alertOff}
      </Title>
      <ul aria-labelledby={id} style={CALM_LIST}>
        {alerts.map(({ cause }) => (
          <Group key={cause} component="li" gap="xs" wrap="nowrap" align="flex-start">
            <IconCircleCheck size={18} aria-hidden />
            <Text size="sm">{texts.alertCauses[cause]}</Text>
          </Group>
        ))}
      </ul>
    </div>
  );
}

/** The value, who silenced it, and the way to what can be done about it. */
function AlertState({ alert }: { alert: Health['alerts'][number] }) {
  const { cause, silence } = alert;
  return (
    <Stack gap={2} align="flex-end">
      <Group gap="sm" justify="flex-end">
        <AlertValue alert={alert} />
        <Anchor
          renderRoot={(props) => (
            <Link to="/operador/alertas/$cause" params={{ cause }} {...props} />
          )}
          size="sm"
          underline="always"
          aria-label={`${alertTexts.see}: ${texts.alertCauses[cause]}`}
        >
          {alertTexts.see}
        </Anchor>
      </Group>
      {silence !== null && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {alertTexts.silenced(formatInstant(silence.until), silence.by)}
        </Text>
      )}
    </Stack>
  );
}

function AlertValue({ alert }: { alert: Health['alerts'][number] }) {
  if (!alert.is_raised) return texts.alertOff;
  return (
    <Text inherit span {...(alert.silence === null && { c: 'red' })} fw={600}>
      {alertValues[alert.cause](alert.value)}
    </Text>
  );
}

function Queue({ queue, workers }: { queue: Health['delivery_queue']; workers: number }) {
  const { oldest_due_seconds: delay } = queue;
  const oldest = delay === null ? texts.noDelay : texts.seconds(formatCount(delay));
  return (
    <Section title={texts.queue}>
      <FactTable
        facts={[
          [texts.workers, formatCount(workers)],
          [texts.waiting, formatCount(queue.waiting)],
          [texts.running, formatCount(queue.running)],
          [texts.oldestDue, oldest],
        ]}
      />
    </Section>
  );
}

function DeliveriesLastHour({ counts }: { counts: Health['deliveries_last_hour'] }) {
  return (
    <Section title={texts.deliveries}>
      <FactTable
        facts={[
          [texts.delivered, formatCount(counts.delivered)],
          [texts.deliveriesWaiting, formatCount(counts.waiting)],
          [texts.retrying, formatCount(counts.retrying)],
          [texts.failed, formatCount(counts.failed)],
        ]}
      />
    </Section>
  );
}

/** With several servers: the one in use, and how often the gateway has moved to another. */
function hostFacts({ host, moves }: Health['database']): [string, string][] {
  if (host === null) return [];
  return [
    [texts.host, host],
    [texts.hostMoves, formatCount(moves)],
  ];
}

function Machine({ health: { database, version } }: { health: Health }) {
  return (
    <Section title={texts.database}>
      <FactTable
        facts={[
          [texts.size, formatSize(database.size_bytes)],
          [texts.connections, formatCount(database.connections)],
          ...hostFacts(database),
          [texts.databaseVersion, database.version],
          [texts.version, version],
        ]}
      />
    </Section>
  );
}
