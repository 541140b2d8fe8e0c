import { Alert, Box, Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCount } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { SandboxSecrets } from '#panel/components/sandbox-secrets.tsx';
import { IconPlus, IconWebhook } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct, useSession } from '#panel/session/session.ts';
import { texts } from '#texts/webhooks.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookStatus } from './webhook-status.tsx';
import type { Webhook } from './webhook-types.ts';

const ASK_AGAIN_MS = 5_000;
/** All that a webhook can choose; the test event is sent by a button. */
const EVENT_COUNT = Object.keys(texts.eventNames).length - 1;
const NAMED_EVENTS = 3;

/** The list of webhooks. */
export function WebhooksPage() {
  const { merchant } = useSession();
  const mayAct = useMayAct('createWebhook');
  const [isOpen, { open, close }] = useDisclosure();
  const onNew = merchant?.is_sandbox || !mayAct ? undefined : open;
  const create = onNew && (
    <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
      {texts.newWebhook}
    </Button>
  );
  return (
    <>
      <PageHeader description={texts.description} actions={create} />
      {merchant?.is_sandbox ? (
        <Alert variant="outline">{texts.sandbox}</Alert>
      ) : (
        <List onNew={onNew} />
      )}
      {merchant?.is_sandbox && <SandboxSecrets kind="webhooks" />}
      {isOpen && <WebhookForm onClose={close} />}
    </>
  );
}

function List({ onNew }: { onNew: (() => void) | undefined }) {
  const environment = useEnvironment();
  const webhooks = api.useQuery(
    'get',
    '/api/panel/{environment}/webhooks',
    {
      params: { path: { environment } },
    },
    { refetchInterval: ASK_AGAIN_MS },
  );
  return (
    <QueryState query={webhooks}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            icon={IconWebhook}
            title={texts.empty}
            description={texts.emptyHint}
            action={onNew && <Button onClick={onNew}>{texts.newWebhook}</Button>}
          />
        ) : (
          <Paper withBorder p="md">
            <DataTable
              caption={texts.caption}
              columns={columns}
              rows={data}
              rowKey={(row) => row.id}
              rowLink={({ id }) => ({
                to: '/painel/webhooks/$webhookId',
                params: { webhookId: id },
              })}
            />
          </Paper>
        )
      }
    </QueryState>
  );
}

/** All events, or the first few by name. */
function eventsText(events: Webhook['events']): string {
  if (events.length === EVENT_COUNT) return texts.allEvents;
  const named = events.slice(0, NAMED_EVENTS).map((kind) => texts.eventNames[kind]);
  const more = events.length - named.length;
  return named.join(', ') + (more === 0 ? '' : texts.moreEvents(more));
}

const columns: readonly Column<Webhook>[] = [
  {
    key: 'url',
    place: 'name',
    label: texts.url,
    render: (row) => (
      <Box miw={{ base: 0, sm: 260 }} style={{ overflowWrap: 'anywhere' }}>
        {row.url}
      </Box>
    ),
  },
  {
    key: 'events',
    place: 'time',
    label: texts.events,
    render: ({ events, pix_key: pixKey }) =>
      pixKey === null ? eventsText(events) : texts.pixEvents(pixKey),
  },
  {
    key: 'status',
    place: 'amount',
    label: texts.status,
    render: (row) => <WebhookStatus webhook={row} />,
  },
  {
    key: 'retrying',
    label: texts.retrying,
    align: 'right',
    render: (row) => formatCount(row.retrying),
  },
  {
    key: 'failed',
    label: texts.failed,
    align: 'right',
    render: (row) => formatCount(row.failed_last_day),
  },
  { key: 'created', label: texts.createdAt, render: (row) => <Instant at={row.created_at} /> },
];
