import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts as examTexts } from '#texts/webhook-exams.ts';
import type { Webhook } from './webhook-types.ts';

const GUIDE_URL = '/guia/exame-de-webhook';
const STATUS_OF = { passed: 'approved', failed: 'failed', skipped: 'revoked' } as const;
const ASK_AGAIN_MS = 1_000;
const PATH = '/api/panel/{environment}/webhooks/{id}/exam';
type Exam = NonNullable<Answer<typeof PATH>['data']>;
type Check = Exam['checks'][number];

/** The last exam of a webhook of the test environment, with a button that makes a new one. */
export function WebhookExam({ webhook }: { webhook: Webhook }) {
  const client = useQueryClient();
  const params = { path: { environment: 'test', id: webhook.id } } as const;
  const last = api.useQuery(
    'get',
    PATH,
    { params },
    {
      refetchInterval: ({ state }) =>
        state.data?.data?.status === 'running' ? ASK_AGAIN_MS : false,
    },
  );
  const examine = api.useMutation('post', PATH, {
    onSuccess: () => client.invalidateQueries(),
    onError: showProblem,
  });
  const isRunning = last.data?.data?.status === 'running';
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>{examTexts.title}</Title>
          <IfAllowed operation="examineWebhook">
            <Button
              variant="default"
              disabled={isRunning}
              loading={examine.isPending}
              onClick={() => examine.mutate({ params })}
            >
              {examTexts.examine}
            </Button>
          </IfAllowed>
        </Group>
        <Text size="sm">
          {examTexts.description}{' '}
          <Anchor href={GUIDE_URL} size="sm" underline="always">
            {examTexts.guide}
          </Anchor>
        </Text>
        <QueryState query={last}>
          {({ data }) => (data ? <Report exam={data} /> : <Text c="dimmed">{examTexts.none}</Text>)}
        </QueryState>
      </Stack>
    </Paper>
  );
}

function Report({ exam }: { exam: Exam }) {
  return (
    <Stack gap="sm" aria-live="polite">
      <Text fw={600}>
        {examTexts.statuses[exam.status]} · <Instant at={exam.ended_at ?? exam.created_at} />
      </Text>
      {exam.failure && <Text>{examTexts.failures[exam.failure]}</Text>}
      {exam.checks.map((check) => (
        <CheckResult key={check.name} check={check} />
      ))}
    </Stack>
  );
}

function CheckResult({ check }: { check: Check }) {
  const { title, result, advice, expected, requests, guide_url: guideUrl } = check;
  return (
    <Paper withBorder p="sm" role="group" aria-label={title}>
      <Group justify="space-between">
        <Text fw={600}>{title}</Text>
        <StatusBadge status={STATUS_OF[result]} label={examTexts.results[result]} />
      </Group>
      <Text size="sm">
        {examTexts.expected[expected]}
        {requests.map((request) => examTexts.answer(request)).join('')}
      </Text>
      {advice && (
        <Text size="sm">
          {advice}{' '}
          <Anchor href={guideUrl} size="sm" underline="always">
            {examTexts.howTo(title)}
          </Anchor>
        </Text>
      )}
    </Paper>
  );
}
