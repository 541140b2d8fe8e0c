import { Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { CopyText } from '#panel/components/copy-text.tsx';
import { formatSeconds } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/webhooks.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import type { Webhook } from './webhook-types.ts';

const ASK_AGAIN_MS = 3_000;
type Delivery = Answer<'/api/panel/{environment}/webhooks/{id}/deliveries/{delivery_id}'>;
type Attempt = Delivery['attempts'][number];

/** One delivery: its body, every attempt with its answer, and a button that sends it again. */
export function DeliveryDetail({ webhook, deliveryId }: { webhook: Webhook; deliveryId: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const params = { path: { environment, id: webhook.id, delivery_id: deliveryId } };
  const delivery = api.useQuery(
    'get',
    '/api/panel/{environment}/webhooks/{id}/deliveries/{delivery_id}',
    { params },
    {
      refetchInterval: ({ state }) => (state.data?.status === 'pending' ? ASK_AGAIN_MS : false),
    },
  );
  const resend = api.useMutation(
    'post',
    '/api/panel/{environment}/webhooks/{id}/deliveries/{delivery_id}/resend',
    {
      onSuccess: () => {
        showDone(texts.resent);
        void client.invalidateQueries();
      },
      onError: showProblem,
    },
  );
  return (
    <QueryState query={delivery}>
      {(found) => (
        <Stack gap="md">
          <Group justify="space-between">
            <DeliveryStatus delivery={found} />
            <IfAllowed operation="resendDelivery">
              {' '}
              <Button
                size="xs"
                disabled={webhook.status === 'paused'}
                loading={resend.isPending}
                onClick={() => resend.mutate({ params })}
              >
                {texts.resend}
              </Button>
            </IfAllowed>
          </Group>
          {found.reference && <CopyText value={found.reference} label={texts.reference} />}
          <CopyText value={found.resource_id} label={texts.resource} />
          <Title order={3}>{texts.attempts}</Title>
          {found.attempts.length === 0 && <Text c="dimmed">{texts.noAttempts}</Text>}
          {found.attempts.map((attempt) => (
            <AttemptCard key={attempt.attempt} attempt={attempt} />
          ))}
          <Title order={3}>{texts.body}</Title>
          <Code block tabIndex={0} role="region" aria-label={texts.body}>
            {formatted(found.body)}
          </Code>
        </Stack>
      )}
    </QueryState>
  );
}

function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { response_status: status, response_excerpt: excerpt, failure } = attempt;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <Text fw={600}>{texts.attempt(attempt.attempt)}</Text>
        <Text size="sm" c="dimmed">
          <Instant at={attempt.started_at} /> · {formatSeconds(attempt.duration_ms)}
        </Text>
      </Group>
      <Text size="sm">{status === null ? texts.noAnswer : texts.answer(status)}</Text>
      {attempt.request_headers && (
        <Code
          block
          mt="xs"
          tabIndex={0}
          role="region"
          aria-label={`${texts.attempt(attempt.attempt)}: ${texts.requestHeaders}`}
        >
          {attempt.request_headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        </Code>
      )}
      {(failure ?? excerpt) && (
        <Code block mt="xs" tabIndex={0} role="region" aria-label={texts.attempt(attempt.attempt)}>
          {failure ?? excerpt}
        </Code>
      )}
    </Paper>
  );
}

function formatted(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
