import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import type { paths } from '#panel/api/schema.d.ts';
import { formatCount } from '#panel/components/format.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { texts } from '#panel/texts/texts.ts';

const words = texts.ledger;
const ASK_AGAIN_MS = 15_000;

type Health = paths['/api/operator/health']['get']['responses'][200]['content']['application/json'];

/** What an operator should look at now. */
export function OperatorAttention() {
  const health = api.useQuery('get', '/api/operator/health', undefined, {
    refetchInterval: ASK_AGAIN_MS,
  });
  return (
    <QueryState query={health} lines={1}>
      {(data) => <Matters matters={mattersOf(data)} />}
    </QueryState>
  );
}

function Matters({ matters }: { matters: readonly string[] }) {
  if (matters.length === 0) {
    return (
      <Alert color="teal" variant="outline" icon={<IconCircleCheck size={18} />}>
        {words.nothingToDo}
      </Alert>
    );
  }
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconAlertTriangle size={18} />}
      title={words.attention}
    >
      <Stack gap={6}>
        {matters.map((text) => (
          <Group key={text} justify="space-between" gap="xs">
            <Text size="sm">{text}</Text>
            <Anchor component={Link} to="/operador/saude" size="sm" c="inherit" underline="always">
              {words.seeHealth}
            </Anchor>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

function mattersOf({ jobs, failing_endpoints: failing }: Health): string[] {
  const { given_up: givenUp } = jobs;
  return [
    ...(jobs.workers === 0 ? [words.noWorkers] : []),
    ...(givenUp > 0 ? [words.jobsGivenUp(givenUp, formatCount(givenUp))] : []),
    ...(failing.length > 0
      ? [words.failingEndpoints(failing.length, formatCount(failing.length))]
      : []),
  ];
}
