import { Alert, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCount } from '#panel/components/format.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconWebhook } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/webhooks.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookExam } from './webhook-exam.tsx';
import { WebhookStatus } from './webhook-status.tsx';

const ASK_AGAIN_MS = 5_000;

/** One webhook: its deliveries and its actions. */
export function WebhookPage() {
  const environment = useEnvironment();
  const { webhookId } = useParams({ strict: false });
  const webhooks = api.useQuery(
    'get',
    '/api/panel/{environment}/webhooks',
    {
      params: { path: { environment } },
    },
    { refetchInterval: ASK_AGAIN_MS },
  );
  return (
    <QueryState query={webhooks} title={texts.title}>
      {({ data }) => {
        const webhook = data.find((one) => one.id === webhookId);
        if (!webhook) {
          return (
            <>
              <PageHeader title={texts.title} />
              <EmptyState
                icon={IconWebhook}
                title={texts.unknown}
                description={texts.unknownHint}
              />
            </>
          );
        }
        return (
          <>
            <BackLink to="/painel/webhooks">{texts.title}</BackLink>
            <PageHeader
              title={new URL(webhook.url).host}
              description={
                <>
                  {webhook.url} <WebhookStatus webhook={webhook} />
                </>
              }
              actions={<WebhookActions webhook={webhook} />}
            />
            <Stack gap="lg">
              {webhook.pix_key !== null && (
                <Alert variant="outline">{texts.pixHint(webhook.pix_key)}</Alert>
              )}
              {webhook.is_failing && (
                <Alert color="red" variant="outline">
                  {texts.failingHint(formatCount(webhook.retrying))}
                </Alert>
              )}
              {webhook.status === 'paused' && <Alert variant="outline">{texts.paused}</Alert>}
              {environment === 'test' && <WebhookExam webhook={webhook} />}
              <Deliveries webhook={webhook} />
            </Stack>
          </>
        );
      }}
    </QueryState>
  );
}
