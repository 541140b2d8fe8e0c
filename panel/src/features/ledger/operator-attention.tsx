import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { AttentionList, type Matter } from '#panel/components/attention-list.tsx';
import { formatCalendarDay, formatCount } from '#panel/components/format.ts';
import type { ShownQuery } from '#panel/components/query-state.tsx';
import { IconCircleCheck } from '#panel/icons.ts';
import { texts as alertTexts } from '#texts/alerts.ts';
import { texts } from '#texts/ledger.ts';
import { usePendingDecisions } from './use-pending-decisions.ts';

const ASK_AGAIN = { refetchInterval: 15_000 };
const DAYS_NAMED_MAX = 3;
// A different query than that of the page of all days, whose cached data consists of pages.
const LAST_DAYS = { params: { query: { limit: 30 } } };
const HEALTH = { to: '/operador/saude', action: texts.seeHealth } as const;
const INCOMING_PAYMENTS = {
  to: '/operador/recebimentos',
  action: texts.seeIncomingPayments,
} as const;
const HELD = { to: '/operador/retidos', action: texts.seeHeld } as const;
const RECONCILIATION = { to: '/operador/conciliacao', action: texts.seeReconciliation } as const;

/** What the operators' home says above all. */
export interface OperatorAttention {
  /** Those of money first. */
  readonly matters: readonly Matter[];
  /** The number of silenced alerts. */
  readonly silenced: number;
}

/** Reads the matters that need an operator's attention; all of them are there at once. */
export function useOperatorAttention(): ShownQuery<OperatorAttention> {
  const reports = api.useQuery('get', '/api/operator/reconciliations', LAST_DAYS, ASK_AGAIN);
  const suspended = api.useQuery('get', '/api/operator/incoming-payments/count', {}, ASK_AGAIN);
  const held = api.useQuery('get', '/api/operator/held-orders', undefined, ASK_AGAIN);
  const late = api.useQuery('get', '/api/operator/late-payments', undefined, ASK_AGAIN);
  const health = api.useQuery('get', '/api/operator/health', undefined, ASK_AGAIN);
  const controls = usePendingDecisions();
  const needed = [reports, suspended, health];
  const error = needed.find((query) => query.error)?.error ?? null;
  const refetch = () => Promise.all(needed.map((query) => query.refetch()));
  const isPending = held.isPending || late.isPending || controls.isPending;
  if (isPending || !reports.data || !suspended.data || !health.data) {
    return { data: undefined, error, refetch };
  }
  const isHeard = (cause: string) => !isSilenced(health.data, cause);
  const matters = [
    ...(isHeard('reconciliation_discrepancy') ? mattersOfDays(reports.data.data) : []),
    ...mattersOfOrders(held.data?.data ?? [], late.data?.data ?? []),
    ...controls.matters,
    ...(isHeard('unmatched_payment') ? mattersOfHeld(suspended.data) : []),
    ...mattersOf(health.data),
  ];
  const silenced = health.data.alerts.filter(({ silence }) => silence !== null).length;
  return { data: { matters, silenced }, error, refetch };
}

/** Matters that need an operator's attention, or that there are none. */
export function AttentionBox({
  attention: { matters, silenced },
}: {
  attention: OperatorAttention;
}) {
  return (
    <Stack gap="xs">
      {matters.length > 0 ? (
        <AttentionList title={texts.attention} matters={matters} />
      ) : (
        <Alert color="teal" variant="outline" icon={<IconCircleCheck size={18} />}>
          {texts.nothingToDo}
        </Alert>
      )}
      {silenced > 0 && (
        <Text size="sm">
          {alertTexts.silencedShort(silenced)}.{' '}
          <Anchor component={Link} to={HEALTH.to} inherit underline="always">
            {HEALTH.action}
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}

function isSilenced({ alerts }: Answer<'/api/operator/health'>, wanted: string): boolean {
  return alerts.some(({ cause, silence }) => cause === wanted && silence !== null);
}

function mattersOfDays(days: Answer<'/api/operator/reconciliations'>['data']): Matter[] {
  const found: string[] = [];
  const unclean = days.filter(({ is_clean: isClean }) => isClean === false);
  if (unclean.length > 0) {
    const named = unclean.slice(0, DAYS_NAMED_MAX).map(({ day }) => formatCalendarDay(day));
    const more = unclean.length > DAYS_NAMED_MAX ? '…' : '';
    found.push(texts.uncleanDays(unclean.length, named.join(', ') + more));
  }
  const silent = days.find(({ status }) => status === 'retrying');
  if (silent) found.push(texts.silentBank(formatCalendarDay(silent.day)));
  return found.map((text) => ({ text, ...RECONCILIATION }));
}

function mattersOfOrders(
  held: Answer<'/api/operator/held-orders'>['data'],
  late: Answer<'/api/operator/late-payments'>['data'],
): Matter[] {
  const found: string[] = [];
  if (late.length > 0) found.push(texts.late(late.length, formatCount(late.length)));
  if (held.length > 0) found.push(texts.held(held.length, formatCount(held.length)));
  return found.map((text) => ({ text, ...HELD }));
}

function mattersOfHeld({ count }: Answer<'/api/operator/incoming-payments/count'>): Matter[] {
  return count === 0
    ? []
    : [{ text: texts.suspended(count, formatCount(count)), ...INCOMING_PAYMENTS }];
}

function mattersOf(health: Answer<'/api/operator/health'>): Matter[] {
  const { alerts, workers, failing_endpoint_count: failing, set_aside: setAside } = health;
  const found: string[] = [];
  const matters: Matter[] = [];
  if (setAside.total > 0) found.push(texts.setAside(setAside.total, formatCount(setAside.total)));
  if (workers === 0) found.push(texts.noWorkers);
  if (failing > 0) {
    found.push(texts.failingEndpoints(failing, formatCount(failing)));
  }
  for (const { cause, is_raised: isRaised, silence } of alerts) {
    const text = texts.alerts[cause];
    if (!isRaised || silence !== null || text === undefined) continue;
    const params = { cause };
    matters.push({ text, to: '/operador/alertas/$cause', params, action: alertTexts.see });
  }
  return [...matters, ...found.map((text) => ({ text, ...HEALTH }))];
}
