import { Anchor, Button, Stack, Switch, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { pixKeyMask } from '#panel/components/masks.ts';
import { Money } from '#panel/components/money.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/payout-batches.ts';
import type { BatchDetails, BatchLine } from './batch-types.ts';
import { CorrectLine } from './correct-line.tsx';
import { lineErrorText } from './line-error-text.ts';

/** The lines of a confirmed batch, with the status of their payouts. */
export function PaidLines({ lines }: { lines: readonly BatchLine[] }) {
  const payout = { key: 'payout', place: 'state', label: texts.status, render: payoutOf } as const;
  return (
    <Section title={texts.linesTitle}>
      <Lines lines={lines} columns={[...FACTS, payout]} />
    </Section>
  );
}

/** The lines of a checked batch: those with errors first, then those with warnings. */
export function CheckedLines({ batch }: { batch: BatchDetails }) {
  const { id, lines, error_count: errorCount } = batch;
  const mayCorrect = useMayMoveMoney('correctPayoutBatch');
  const [isOnlyErrors, setOnlyErrors] = useState(false);
  const [corrected, setCorrected] = useState<BatchLine>();
  const shown = isOnlyErrors && errorCount > 0 ? lines.filter(hasErrors) : lines;
  const check = {
    key: 'check',
    place: 'more',
    label: texts.check,
    render: (line: BatchLine) => (
      <Findings line={line}>
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
      </Findings>
    ),
  } as const;
  const onlyErrors = errorCount > 0 && (
    <Switch
      label={texts.onlyErrors}
      checked={isOnlyErrors}
      onChange={(event) => setOnlyErrors(event.currentTarget.checked)}
    />
  );
  return (
    <Section title={texts.linesTitle} action={onlyErrors}>
      <Lines
        lines={shown.toSorted((one, other) => rankOf(one) - rankOf(other))}
        columns={[...CHECKED, check]}
      />
      {corrected && (
        <CorrectLine batchId={id} line={corrected} onClose={() => setCorrected(undefined)} />
      )}
    </Section>
  );
}

function hasErrors({ errors }: BatchLine): boolean {
  return errors.length > 0;
}

/** Errors before warnings before other lines; the sort keeps the order of the file in each. */
function rankOf(line: BatchLine): number {
  if (hasErrors(line)) return 0;
  return line.warnings.length > 0 ? 1 : 2;
}

function Lines({
  lines,
  columns,
}: {
  lines: readonly BatchLine[];
  columns: readonly Column<BatchLine>[];
}) {
  return (
    <DataTable
      caption={texts.linesCaption}
      columns={columns}
      rows={lines}
      rowKey={(line) => String(line.line)}
    />
  );
}

const FACTS: readonly Column<BatchLine>[] = [
  { key: 'line', label: texts.line, render: ({ line }) => line },
  { key: 'name', place: 'name', label: texts.name, render: ({ name }) => name || common.notThere },
  {
    key: 'pix_key',
    place: 'time',
    label: texts.pixKey,
    render: (line) => pixKeyMask(line.pix_key_type)(line.pix_key) || common.notThere,
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: ({ amount, typed }) =>
      amount === null ? typed?.amount || texts.notRead : <Money centavos={amount} fw={600} />,
  },
  {
    key: 'note',
    label: texts.note,
    render: ({ description }) => description ?? common.notThere,
  },
  {
    key: 'reference',
    label: texts.externalId,
    render: ({ external_id: reference }) => reference ?? common.notThere,
  },
];

/** Before the confirmation a line has no page that shows the rest of it. */
const PLACES = {
  line: { place: 'state', isNamed: true },
  note: { place: 'more', isNamed: true },
  reference: { place: 'more', isNamed: true },
} as const;
const CHECKED = FACTS.map(
  (column): Column<BatchLine> => ({ ...column, ...PLACES[column.key as keyof typeof PLACES] }),
);

/** The errors and warnings of a line, and what can be done about them. */
function Findings({ line, children }: { line: BatchLine; children: ReactNode }) {
  const { errors, warnings } = line;
  if (errors.length === 0 && warnings.length === 0) return texts.lineFine;
  return (
    <Stack gap={4} align="flex-start">
      {errors.map((error) => (
        <Text key={error} size="sm" className="line-error" c="var(--mantine-color-error)">
          {lineErrorText(line, error)}
        </Text>
      ))}
      {warnings.map((warning) => (
        <Text key={warning} size="sm" c="dimmed">
          {texts.warnings[warning]}
        </Text>
      ))}
      {children}
    </Stack>
  );
}

function payoutOf({ payout }: BatchLine) {
  if (!payout) return common.notThere;
  const { id, status, failure } = payout;
  return (
    <Stack gap={2} align="flex-start">
      <Anchor
        underline="always"
        renderRoot={(props) => <Link to="/painel/transacoes/$id" params={{ id }} {...props} />}
      >
        <StatusBadge status={status} />
      </Anchor>
      {failure !== null && <Text size="sm">{failure}</Text>}
    </Stack>
  );
}
