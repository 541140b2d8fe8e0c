import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { Money } from '#panel/components/money.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/charge-batches.ts';
import type { ChargeBatch, ChargeLine } from './batch-types.ts';
import { CorrectChargeLine } from './correct-charge-line.tsx';
import { Faults } from './line-faults.tsx';

/** The lines with errors, which a member corrects before the confirmation. */
export function RefusedLines({ batch }: { batch: ChargeBatch }) {
  const mayCorrect = useMayMoveMoney('correctChargeBatch') && batch.status === 'checked';
  const [corrected, setCorrected] = useState<ChargeLine>();
  const isChecked = batch.status === 'checked';
  const title = isChecked
    ? texts.errorsTitle(batch.invalid_count)
    : texts.refusedTitle(batch.refused_count);
  const check = {
    key: 'check',
    place: 'more',
    label: texts.check,
    render: (line: ChargeLine) => (
      <Stack gap={4} align="flex-start">
        <Faults line={line} />
        {mayCorrect && line.typed !== null && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.correctLine(line.line)}
            onClick={() => setCorrected(line)}
          >
            {texts.correct}
          </Button>
        )}
      </Stack>
    ),
  } as const;
  return (
    <Section title={title}>
      <Lines
        batch={batch}
        status="refused"
        caption={texts.errorsCaption}
        columns={[...CHECKED, check]}
      />
      {corrected && (
        <CorrectChargeLine
          batchId={batch.id}
          line={corrected}
          onClose={() => setCorrected(undefined)}
        />
      )}
    </Section>
  );
}

/** The lines of a checked batch that will become charges. */
export function FineLines({ batch }: { batch: ChargeBatch }) {
  if (batch.count === batch.invalid_count) return null;
  return (
    <Section title={texts.fineTitle}>
      <Lines batch={batch} status="open" caption={texts.linesCaption} columns={CHECKED} />
    </Section>
  );
}

/** The charges of a confirmed batch. */
export function CreatedLines({ batch }: { batch: ChargeBatch }) {
  const status = { key: 'status', place: 'state', label: texts.status, render: statusOf } as const;
  return (
    <Section title={texts.linesTitle}>
      <Lines batch={batch} caption={texts.linesCaption} columns={[...FACTS, status]} />
    </Section>
  );
}

function Lines({
  batch,
  status,
  caption,
  columns,
}: {
  batch: ChargeBatch;
  status?: 'open' | 'refused';
  caption: string;
  columns: readonly Column<ChargeLine>[];
}) {
  const environment = useEnvironment();
  const query = status === undefined ? {} : { status };
  const lines = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/charge-batches/{id}/lines',
    { params: { path: { environment, id: batch.id }, query } },
    byCursor,
  );
  return (
    <QueryState query={lines}>
      {({ pages }) => (
        <>
          <DataTable
            caption={caption}
            columns={columns}
            rows={pages.flatMap(({ data }) => data)}
            rowKey={(line) => `${line.line}.${line.installment}`}
          />
          <LoadMore query={lines} />
        </>
      )}
    </QueryState>
  );
}

const FACTS: readonly Column<ChargeLine>[] = [
  { key: 'line', label: texts.line, render: ({ line }) => line },
  { key: 'name', place: 'name', label: texts.name, render: ({ name }) => name || common.notThere },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: ({ amount, typed }) =>
      amount === null ? typed?.amount || texts.notRead : <Money centavos={amount} fw={600} />,
  },
  {
    key: 'due_date',
    place: 'time',
    label: texts.dueDate,
    render: ({ due_date: day, installment, rules }) => (
      <>
        {day === null ? common.notThere : dayText(day)}
        {installment > 1 && ` · ${texts.instalment(installment)}`}
        {rules.map((rule) => (
          <Text key={rule} size="xs" c="dimmed">
            {rule}
          </Text>
        ))}
      </>
    ),
  },
  {
    key: 'reference',
    label: texts.reference,
    render: ({ external_id: reference }) => reference ?? common.notThere,
  },
];

/** Before the confirmation a line has no page that shows the rest of it. */
const PLACES = {
  line: { place: 'state', isNamed: true },
  reference: { place: 'more', isNamed: true },
} as const;
const CHECKED = FACTS.map(
  (column): Column<ChargeLine> => ({ ...column, ...PLACES[column.key as keyof typeof PLACES] }),
);

/** `2027-01-15` in the notation of the language; another text as it is. */
function dayText(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(document.documentElement.lang, {
    timeZone: 'UTC',
  });
}

function statusOf({ charge, status, ...line }: ChargeLine) {
  if (charge) {
    const { id } = charge;
    return (
      <Link to="/painel/transacoes/$id" params={{ id }}>
        <StatusBadge status={charge.status} />
      </Link>
    );
  }
  if (status === 'refused') return <Faults line={{ charge, status, ...line }} />;
  return status === 'registering' ? texts.registering : texts.waiting;
}
