import { Anchor, Button, Group, ScrollArea, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCalendarDay, formatCount, formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconBell } from '#panel/icons.ts';
import { environmentInAddress, useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/notices.ts';

/** With the header above and, on a phone, the bar below. */
const HEIGHT_MAX = 'min(420px, calc(100dvh - 14rem))';
const PATH = '/api/panel/{environment}/notices';

type Notice = Answer<typeof PATH>['data'][number];

/** The newest notices, each with the page that it is about. */
export default function NoticeList({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const params = { path: { environment } };
  const query = api.useQuery('get', PATH, { params });
  return (
    <>
      <Group justify="space-between" p="sm">
        <Text fw={600}>{texts.newNotices}</Text>
        {query.data?.data.some((one) => one.is_unread) && <MarkAll until={query.data.read_at} />}
      </Group>
      <ScrollArea.Autosize mah={HEIGHT_MAX} viewportProps={{ tabIndex: 0 }}>
        <QueryState query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon={IconBell} title={texts.none} description={texts.noneHint} />
            ) : (
              <ul className="notices">
                {data.map((notice) => (
                  <NoticeLine key={notice.id} notice={notice} onChoose={onClose} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </ScrollArea.Autosize>
      <Group p="sm">
        <Anchor
          component={Link}
          to="/painel/notificacoes"
          size="sm"
          underline="always"
          onClick={onClose}
        >
          {texts.chooseMails}
        </Anchor>
      </Group>
    </>
  );
}

function MarkAll({ until }: { until: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const params = { path: { environment } };
  const mark = api.useMutation('post', '/api/panel/{environment}/notices/seen', {
    onError: showProblem,
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) => String(path).startsWith(PATH),
      }),
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={mark.isPending}
      onClick={() => mark.mutate({ params, body: { until } })}
    >
      {texts.markAll}
    </Button>
  );
}

function NoticeLine({ notice, onChoose }: { notice: Notice; onChoose: () => void }) {
  const ambiente = environmentInAddress(useEnvironment());
  const { is_unread: isUnread, at } = notice;
  return (
    <li>
      <Link {...targetOf(notice)} search={{ ambiente }} className="notice" onClick={onChoose}>
        <Text span size="sm" fw={isUnread ? 600 : 400}>
          {textOf(notice)}
        </Text>
        <Text span size="xs" c="dimmed">
          <Instant at={at} />
        </Text>
        {isUnread && (
          <span className="notice-mark" role="img" aria-label={texts.unread} title={texts.unread} />
        )}
      </Link>
    </li>
  );
}

function textOf({ kind, amount, count, day, batch_id: batchId }: Notice): string {
  const ofBatch = batchId === null ? undefined : texts.ofBatch[kind as keyof typeof texts.ofBatch];
  if (ofBatch !== undefined) return ofBatch;
  const money = formatMoney(amount ?? 0);
  if (kind !== 'payments_of_day') return texts.notices[kind](money);
  const { paymentsOfDay } = texts.notices;
  return paymentsOfDay(formatCount(count ?? 0), formatCalendarDay(day ?? ''), money);
}

/** The page of a notice. */
function targetOf({ kind, resource_id: resource, batch_id: batchId }: Notice) {
  const params = { id: resource ?? '' };
  if (batchId !== null) {
    return { to: '/painel/saques-em-lote/$id', params: { id: batchId } } as const;
  }
  if (kind === 'payments_of_day') return { to: '/painel/transacoes' } as const;
  if (kind === 'balance.adjusted') return { to: '/painel/extrato' } as const;
  if (kind === 'payout.awaiting_approval') return { to: '/painel/aprovacoes' } as const;
  if (kind.startsWith('kyc.')) return { to: '/painel/cadastro' } as const;
  if (kind === 'webhook.failing') {
    return { to: '/painel/webhooks/$webhookId', params: { webhookId: params.id } } as const;
  }
  if (kind.startsWith('dispute.')) return { to: '/painel/contestacoes/$id', params } as const;
  return { to: '/painel/transacoes/$id', params } as const;
}
