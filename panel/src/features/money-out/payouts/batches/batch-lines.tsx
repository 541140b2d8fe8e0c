import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { pixKeyMask } from '#panel/components/masks.ts';
import { Money } from '#panel/components/money.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/payout-batches.ts';
import type { BatchLine } from './batch-types.ts';

/** The lines of a batch, with their errors or with the status of their payouts. */
export function BatchLines({
  lines,
  isConfirmed,
}: {
  lines: readonly BatchLine[];
  isConfirmed: boolean;
}) {
  const last = isConfirmed
    ? { key: 'payout', label: texts.status, render: payoutOf }
    : { key: 'check', label: texts.check, render: findingsOf };
  return (
    <Section title={texts.linesTitle}>
      <DataTable
        caption={texts.linesCaption}
        columns={[...COLUMNS, last]}
        rows={lines}
        rowKey={(line) => String(line.line)}
      />
    </Section>
  );
}

const COLUMNS: readonly Column<BatchLine>[] = [
  { key: 'line', label: texts.line, render: ({ line }) => line },
  { key: 'name', label: texts.name, render: ({ name }) => name || common.notThere },
  {
    key: 'pix_key',
    label: texts.pixKey,
    render: (line) => pixKeyMask(line.pix_key_type)(line.pix_key) || common.notThere,
  },
  {
    key: 'amount',
    label: texts.amount,
    align: 'right',
    render: ({ amount }) =>
      amount === null ? texts.notRead : <Money centavos={amount} fw={600} />,
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

function findingsOf({ errors, warnings }: BatchLine) {
  if (errors.length === 0 && warnings.length === 0) return texts.lineFine;
  return (
    <Stack gap={2}>
      {errors.map((error) => (
        <Text key={error} size="sm" className="line-error" c="var(--mantine-color-error)">
          {texts.errors[error]}
        </Text>
      ))}
      {warnings.map((warning) => (
        <Text key={warning} size="sm" c="dimmed">
          {texts.warnings[warning]}
        </Text>
      ))}
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
