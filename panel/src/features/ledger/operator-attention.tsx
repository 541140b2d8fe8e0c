import { Alert } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { api } from '#panel/api/client.ts';
import type { paths } from '#panel/api/schema.d.ts';
import { AttentionList, type Matter } from '#panel/components/attention-list.tsx';
import { formatCount } from '#panel/components/format.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { texts } from '#panel/texts/texts.ts';

const words = texts.ledger;
const ASK_AGAIN_MS = 15_000;
const HEALTH = { to: '/operador/saude', action: words.seeHealth } as const;

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

function Matters({ matters }: { matters: readonly Matter[] }) {
  if (matters.length > 0) return <AttentionList title={words.attention} matters={matters} />;
  return (
    <Alert color="teal" variant="outline" icon={<IconCircleCheck size={18} />}>
      {words.nothingToDo}
    </Alert>
  );
}

function mattersOf({ jobs, failing_endpoints: failing }: Health): Matter[] {
  const { given_up: givenUp } = jobs;
  const found: string[] = [];
  if (jobs.workers === 0) found.push(words.noWorkers);
  if (givenUp > 0) found.push(words.jobsGivenUp(givenUp, formatCount(givenUp)));
  if (failing.length > 0) {
    found.push(words.failingEndpoints(failing.length, formatCount(failing.length)));
  }
  return found.map((text) => ({ text, ...HEALTH }));
}
