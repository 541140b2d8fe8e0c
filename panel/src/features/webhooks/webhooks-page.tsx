import { Alert, Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import type { paths } from '#panel/api/schema.d.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCount } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { SandboxSecrets } from '#panel/components/sandbox-secrets.tsx';
import { IconPlus } from '#panel/icons.ts';
import { useEnvironment } from '#panel/layout/environment.tsx';
import { useMayAct, useSession } from '#panel/layout/session.ts';
import { texts } from '#panel/texts/texts.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookStatus } from './webhook-status.tsx';

const words = texts.webhooks;
const ASK_AGAIN_MS = 5_000;
type Answer =
  paths['/api/panel/{environment}/webhooks']['get']['responses'][200]['content']['application/json'];
export type Webhook = Answer['data'][number];

/** The addresses that are told of what happens. */
export function WebhooksPage() {
  const { merchant } = useSession();
  const mayAct = useMayAct();
  const [isOpen, { open, close }] = useDisclosure();
  const create =
    merchant?.is_sandbox || !mayAct ? null : (
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        {words.newWebhook}
      </Button>
    );
  return (
    <>
      <PageHeader title={words.title} description={words.description} actions={create} />
      {merchant?.is_sandbox ? <Alert variant="outline">{words.sandbox}</Alert> : <List />}
      {merchant?.is_sandbox && <SandboxSecrets kind="webhooks" />}
      {isOpen && <WebhookForm onClose={close} />}
    </>
  );
}

function List() {
  const environment = useEnvironment();
  const navigate = useNavigate();
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
          <EmptyState title={words.empty} description={words.emptyHint} />
        ) : (
          <Paper withBorder p="md">
            <DataTable
              caption={words.caption}
              columns={columns}
              rows={data}
              rowKey={(row) => row.id}
              onRowClick={({ id }) =>
                navigate({ to: '/painel/webhooks/$webhookId', params: { webhookId: id } })
              }
            />
          </Paper>
        )
      }
    </QueryState>
  );
}

const columns: readonly Column<Webhook>[] = [
  {
    key: 'url',
    label: words.url,
    render: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row.url}</span>,
  },
  {
    key: 'events',
    label: words.events,
    render: (row) => row.events.map((kind) => words.eventNames[kind] ?? kind).join(', '),
  },
  { key: 'status', label: words.status, render: (row) => <WebhookStatus webhook={row} /> },
  {
    key: 'retrying',
    label: words.retrying,
    align: 'right',
    render: (row) => formatCount(row.retrying),
  },
  {
    key: 'failed',
    label: words.failed,
    align: 'right',
    render: (row) => formatCount(row.failed_last_day),
  },
  { key: 'created', label: words.createdAt, render: (row) => <Instant at={row.created_at} /> },
];
