import { Button, Group, NativeSelect, Paper, Stack, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { SideDialog } from '#panel/components/dialog.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Form } from '#panel/components/form.tsx';
import { formatCount, formatSeconds } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconWebhook } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/webhooks.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import type { Webhook } from './webhook-types.ts';

const STATUSES = ['pending', 'delivered', 'failed'] as const;
type Delivery = Answer<'/api/panel/{environment}/webhooks/{id}/deliveries'>['data'][number];

const ASK_AGAIN_MS = 3_000;
/** The offset of Brasília, which has had no summer time since 2019. */
const MIDNIGHT = 'T00:00:00-03:00';
const isOnItsWay = ({ status }: Delivery): boolean => status === 'pending';

/** The deliveries of a webhook, with a button that sends the undelivered ones again. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { id: webhookId } = webhook;
  const environment = useEnvironment();
  const [status, setStatus] = useState<string>('');
  const [opened, setOpened] = useState<string>();
  const chosen = STATUSES.find((one) => one === status);
  const deliveries = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/webhooks/{id}/deliveries',
    {
      params: {
        path: { environment, id: webhookId },
        query: { ...(chosen && { status: chosen }) },
      },
    },
    {
      ...byCursor,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ data }) => data.some(isOnItsWay)) ? ASK_AGAIN_MS : false,
    },
  );
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Group justify="space-between" align="flex-end">
          <Title order={2}>{texts.deliveries}</Title>
          <Group align="flex-end" gap="sm">
            <NativeSelect
              label={texts.status}
              value={status}
              onChange={(event) => setStatus(event.currentTarget.value)}
              data={[
                { value: '', label: texts.allStatuses },
                ...STATUSES.map((value) => ({
                  value,
                  label: texts.statusNames[value],
                })),
              ]}
            />
            {webhook.status === 'active' && (
              <IfAllowed operation="resendFailedDeliveries">
                <ResendUndelivered webhookId={webhookId} />
              </IfAllowed>
            )}
          </Group>
        </Group>
        <QueryState query={deliveries}>
          {({ pages }) => {
            const rows: Delivery[] = pages.flatMap(({ data }) => data);
            if (rows.length === 0) return <NoDeliveries />;
            return (
              <DataTable
                caption={texts.deliveriesCaption}
                columns={columns}
                rows={rows}
                rowKey={(row) => row.id}
                dayOf={(row) => row.created_at}
                onRowClick={(row) => setOpened(row.id)}
              />
            );
          }}
        </QueryState>
        <LoadMore query={deliveries} />
      </Stack>
      {opened !== undefined && (
        <SideDialog onClose={() => setOpened(undefined)} title={texts.delivery}>
          {opened && <DeliveryDetail webhook={webhook} deliveryId={opened} />}
        </SideDialog>
      )}
    </Paper>
  );
}

function NoDeliveries() {
  return (
    <EmptyState
      icon={IconWebhook}
      title={texts.emptyDeliveries}
      description={texts.emptyDeliveriesHint}
    />
  );
}

function ResendUndelivered({ webhookId }: { webhookId: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [since, setSince] = useState('');
  const resend = api.useMutation('post', '/api/panel/{environment}/webhooks/{id}/resend-failed', {
    onSuccess: ({ resent }) => {
      showDone(texts.resentCount(resent));
      void client.invalidateQueries();
    },
    onError: showProblem,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    resend.mutate({
      params: { path: { environment, id: webhookId } },
      body: since === '' ? {} : { since: `${since}${MIDNIGHT}` },
    });
  };
  return (
    <Form isKept={false} onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <TextInput
          type="date"
          label={texts.resendSince}
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={resend.isPending}>
          {texts.resendUndelivered}
        </Button>
      </Group>
    </Form>
  );
}

const columns: readonly Column<Delivery>[] = [
  {
    key: 'created',
    place: 'time',
    label: texts.createdAt,
    render: (row) => <Instant at={row.created_at} />,
  },
  {
    key: 'event',
    place: 'name',
    label: texts.event,
    render: (row) => texts.eventNames[row.event],
  },
  {
    key: 'reference',
    label: texts.reference,
    render: (row) => (
      <span style={{ overflowWrap: 'anywhere' }}>{row.reference ?? row.resource_id}</span>
    ),
  },
  {
    key: 'status',
    place: 'state',
    label: texts.status,
    render: (row) => <DeliveryStatus delivery={row} />,
  },
  {
    key: 'attempts',
    label: texts.attempts,
    align: 'right',
    render: (row) => formatCount(row.attempt_count),
  },
  {
    key: 'last',
    place: 'amount',
    label: texts.lastAnswer,
    align: 'right',
    render: (row) =>
      row.last_duration_ms === null
        ? common.notThere
        : texts.lastAttempt(row.last_status, formatSeconds(row.last_duration_ms)),
  },
];
