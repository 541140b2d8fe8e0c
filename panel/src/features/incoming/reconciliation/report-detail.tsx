import { Alert, Stack, Text } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCount } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconAlertTriangle, IconCircleCheck } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/reconciliation.ts';
import type { Report, ReportLine } from './report-types.ts';

const ASK_AGAIN_MS = 2_000;

/** A day's report with all its discrepancies. */
export function ReportDetail({ day }: { day: string }) {
  const report = api.useQuery(
    'get',
    '/api/operator/reconciliations/{day}',
    { params: { path: { day } } },
    { refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : ASK_AGAIN_MS) },
  );
  return (
    <QueryState query={report}>
      {(data) => (
        <Stack gap="md">
          <Progress report={data} />
          {data.is_clean !== null && <Result report={data} />}
        </Stack>
      )}
    </QueryState>
  );
}

function Progress({ report: { status, failure } }: { report: Report }) {
  if (status === 'done') return null;
  return <Text>{status === 'waiting' ? texts.waiting : texts.retrying(failure ?? '')}</Text>;
}

function Result({ report }: { report: Report }) {
  const { balance, lines, is_clean: isClean, difference_count: count } = report;
  const { compared_until: until } = report;
  return (
    <>
      {isClean ? (
        <Alert color="teal" variant="outline" icon={<IconCircleCheck size={18} />}>
          {texts.allAgrees}
        </Alert>
      ) : (
        <Alert color="red" variant="outline" icon={<IconAlertTriangle size={18} />}>
          {texts.differences}: {formatCount(count ?? 0)}
        </Alert>
      )}
      {until && (
        <Text size="sm">
          {texts.comparedUntil} <Instant at={until} />
        </Text>
      )}
      {balance && <Balance balance={balance} />}
      {lines.length > 0 && (
        <DataTable
          caption={texts.linesCaption}
          columns={COLUMNS}
          rows={lines}
          rowKey={({ kind, subject, words_at_bank: words }) => `${kind} ${subject} ${words}`}
        />
      )}
      {lines.length < (count ?? 0) && (
        <Text size="sm" c="dimmed">
          {texts.notAllShown(formatCount(lines.length), formatCount(count ?? 0))}
        </Text>
      )}
    </>
  );
}

function Balance({ balance }: { balance: NonNullable<Report['balance']> }) {
  const {
    at_bank: atBank,
    in_ledger: inLedger,
    outbound_in_transit: outbound,
    inbound_in_transit: inbound,
  } = balance;
  return (
    <FactTable
      facts={[
        [texts.balanceAtBank, <Money key="bank" centavos={atBank} />],
        [texts.balanceInLedger, <Money key="ledger" centavos={inLedger} />],
        ...(outbound === 0
          ? []
          : [[texts.outboundInTransit, <Money key="outbound" centavos={outbound} />] as const]),
        ...(inbound === 0
          ? []
          : [[texts.inboundInTransit, <Money key="inbound" centavos={inbound} />] as const]),
      ]}
    />
  );
}

const COLUMNS: readonly Column<ReportLine>[] = [
  { key: 'kind', place: 'name', label: texts.kind, render: (row) => texts.kinds[row.kind] },
  {
    key: 'subject',
    place: 'more',
    label: texts.subject,
    render: (row) => (
      <Text
        inherit
        size="sm"
        className="tabular"
        // An end-to-end id stays on one line.
        miw={{ base: 0, md: '17.5rem' }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {row.subject ?? common.notThere}
      </Text>
    ),
  },
  {
    key: 'here',
    place: 'more',
    isNamed: true,
    label: texts.here,
    align: 'right',
    render: (row) => <Side amount={row.amount_here} words={row.words_here} />,
  },
  {
    key: 'bank',
    place: 'more',
    isNamed: true,
    label: texts.atBank,
    align: 'right',
    render: (row) => <Side amount={row.amount_at_bank} words={row.words_at_bank} />,
  },
];

/** The value of one side: an amount, a state or an end-to-end id. */
function Side({ amount, words }: { amount: number | null; words: string | null }) {
  if (amount === null && words === null) return <span>{common.notThere}</span>;
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      {amount !== null && <Money centavos={amount} />}
      {words !== null && <span>{nameOf(words)}</span>}
    </Stack>
  );
}

/** The name of a state; an end-to-end id is shown as it is. */
function nameOf(words: string): string {
  const names: Readonly<Record<string, string>> = common.statuses;
  return names[words] ?? words;
}
