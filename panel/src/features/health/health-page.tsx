import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import type { paths } from '#panel/api/schema.d.ts';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCount, formatSize } from '#panel/components/format.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { IconAlertTriangle } from '#panel/icons.ts';
import { texts } from '#panel/texts/texts.ts';
import { FailingEndpoints } from './failing-endpoints.tsx';

const words = texts.health;
const ASK_AGAIN_MS = 5_000;

export type Health =
  paths['/api/operator/health']['get']['responses'][200]['content']['application/json'];

/** How the machinery runs: jobs, webhooks, the database. */
export function HealthPage() {
  const health = api.useQuery('get', '/api/operator/health', undefined, {
    refetchInterval: ASK_AGAIN_MS,
  });
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <QueryState query={health} lines={8}>
        {(data) => (
          <Stack gap="lg">
            {data.jobs.workers === 0 && (
              <Alert color="red" variant="outline" icon={<IconAlertTriangle size={18} />}>
                {words.noWorkers}
              </Alert>
            )}
            {data.set_aside.total > 0 && <SetAside work={data.set_aside} />}
            <SimpleGrid cols={{ base: 1, md: 3 }}>
              <Jobs jobs={data.jobs} />
              <DeliveriesLastHour counts={data.deliveries_last_hour} />
              <Machine health={data} />
            </SimpleGrid>
            <FailingEndpoints endpoints={data.failing_endpoints} />
          </Stack>
        )}
      </QueryState>
    </>
  );
}

function Jobs({ jobs }: { jobs: Health['jobs'] }) {
  const { oldest_due_seconds: delay } = jobs;
  const oldest = delay === null ? words.noDelay : words.seconds(formatCount(delay));
  return (
    <Section title={words.jobs}>
      <FactTable
        facts={[
          [words.workers, formatCount(jobs.workers)],
          [words.waiting, formatCount(jobs.waiting)],
          [words.running, formatCount(jobs.running)],
          [words.oldestDue, oldest],
          [words.exhausted, formatCount(jobs.exhausted)],
        ]}
      />
    </Section>
  );
}

function SetAside({ work: { total, items } }: { work: Health['set_aside'] }) {
  return (
    <Section title={words.setAside(formatCount(total))}>
      <Alert color="red" variant="outline" icon={<IconAlertTriangle size={18} />}>
        {words.setAsideHint}
      </Alert>
      <FactTable
        facts={items.map(({ kind, id, failures, last_error: error }) => [
          `${words.setAsideKinds[kind]} ${id}`,
          words.setAsideFailures(formatCount(failures), error),
        ])}
      />
    </Section>
  );
}

function DeliveriesLastHour({ counts }: { counts: Health['deliveries_last_hour'] }) {
  return (
    <Section title={words.deliveries}>
      <FactTable
        facts={[
          [words.delivered, formatCount(counts.delivered)],
          [words.deliveriesWaiting, formatCount(counts.waiting)],
          [words.retrying, formatCount(counts.retrying)],
          [words.failed, formatCount(counts.failed)],
        ]}
      />
    </Section>
  );
}

function Machine({ health: { database, version } }: { health: Health }) {
  return (
    <Section title={words.database}>
      <FactTable
        facts={[
          [words.size, formatSize(database.size_bytes)],
          [words.connections, formatCount(database.connections)],
          [words.databaseVersion, database.version],
          [words.version, version],
        ]}
      />
    </Section>
  );
}
