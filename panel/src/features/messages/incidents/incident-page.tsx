import { Paper, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#texts/incidents.ts';
import type { IncidentDetail } from './incident-types.ts';
import { UpdateForm } from './update-form.tsx';

/** One incident, what merchants were told, and the next update. */
export function IncidentPage() {
  const { id = '' } = useParams({ strict: false });
  const params = { params: { path: { id } } };
  const incident = api.useQuery('get', '/api/operator/incidents/{id}', params);
  return (
    <>
      <BackLink to="/operador/incidentes">{texts.back}</BackLink>
      <QueryState query={incident} title={texts.back} lines={6}>
        {(data) => <Content incident={data} />}
      </QueryState>
    </>
  );
}

function Content({ incident }: { incident: IncidentDetail }) {
  const { title, title_en: english, parts, impact, resolved_at: resolvedAt } = incident;
  return (
    <>
      <PageHeader title={title} {...(english !== null && { description: english })} />
      <Stack gap="lg">
        <Paper withBorder p="md">
          <FactTable
            facts={[
              [texts.parts, parts.map((part) => texts.partNames[part]).join(', ')],
              [texts.impact, texts.impacts[impact]],
              [texts.openedAt, <Instant key="opened" at={incident.opened_at} />],
              [
                texts.resolvedAt,
                resolvedAt === null ? texts.isOpen : <Instant key="end" at={resolvedAt} />,
              ],
            ]}
          />
        </Paper>
        {resolvedAt === null && (
          <IfAllowed operation="updateIncident">
            <UpdateForm incident={incident} />
          </IfAllowed>
        )}
        <Updates updates={incident.updates} />
      </Stack>
    </>
  );
}

function Updates({ updates }: { updates: IncidentDetail['updates'] }) {
  return (
    <Section title={texts.updates}>
      <Stack gap="sm">
        {updates.map(({ id, stage, message, message_en: english, author, created_at: at }) => (
          <Paper key={id} withBorder p="sm">
            <Text fw={600}>{texts.stages[stage]}</Text>
            {[message, english].map((text) =>
              text === null ? null : (
                <Text
                  key={text}
                  size="sm"
                  style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
                >
                  {text}
                </Text>
              ),
            )}
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {author} · <Instant at={at} />
            </Text>
          </Paper>
        ))}
      </Stack>
    </Section>
  );
}
