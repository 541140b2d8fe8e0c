import { Alert, Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCount } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { SandboxSecrets } from '#panel/components/sandbox-secrets.tsx';
import { IconPlus } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct, useSession } from '#panel/session/session.ts';
import { texts } from './texts.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookStatus } from './webhook-status.tsx';
import type { Webhook } from './webhook-types.ts';

const ASK_AGAIN_MS = 5_000;
/** The list of webhooks. */
export function WebhooksPage() {
  const { merchant } = useSession();
  const mayAct = useMayAct('createWebhook');
  const [isOpen, { open, close }] = useDisclosure();
  const create =
    merchant?.is_sandbox || !mayAct ? null : (
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        {texts.newWebhook}
      </Button>
    );
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} actions={create} />
      {merchant?.is_sandbox ? <Alert variant="outline">{texts.sandbox}</Alert> : <List />}
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
          <EmptyState title={texts.empty} description={texts.emptyHint} />
        ) : (
          <Paper withBorder p="md">
            <DataTable
              caption={texts.caption}
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
    label: texts.url,
    render: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row.url}</span>,
  },
  {
    key: 'events',
    label: texts.events,
    render: (row) => row.events.map((kind) => texts.eventNames[kind]).join(', '),
  },
  { key: 'status', label: texts.status, render: (row) => <WebhookStatus webhook={row} /> },
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
