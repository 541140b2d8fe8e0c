import { Paper, Stack, Text } from '@mantine/core';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { formatCount, formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { common } from '#panel/texts/common.ts';
import type { Change } from './change.ts';
import { texts } from './texts.ts';

const CENTAVOS = /^(amount|debt|uncovered)$|_centavos$/;

/** Rows of the audit log; for operators also with the merchant. */
export function ChangeList({
  changes,
  query,
  hasMerchants = false,
}: {
  changes: readonly Change[];
  query: Parameters<typeof LoadMore>[0]['query'];
  hasMerchants?: boolean;
}) {
  return (
    <Paper withBorder p="md">
      <DataTable
        caption={texts.caption}
        columns={hasMerchants ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'merchant')}
        rows={changes}
        rowKey={(row) => row.id}
      />
      <LoadMore query={query} />
    </Paper>
  );
}

const COLUMNS: readonly Column<Change>[] = [
  { key: 'at', label: texts.at, render: (row) => <Instant at={row.created_at} /> },
  {
    key: 'actor',
    label: texts.actor,
    render: ({ actor }) => (
      <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
        {actor.name}
        <Text size="sm" c="dimmed">
          {texts.actorKinds[actor.kind]}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'action',
    label: texts.action,
    render: (row) => (
      <Stack gap={0} maw={420}>
        {texts.actions[row.action]}
        <Details change={row} />
      </Stack>
    ),
  },
  {
    key: 'merchant',
    label: texts.merchant,
    render: (row) => (row.merchant ? `@${row.merchant}` : texts.platform),
  },
  {
    key: 'address',
    label: texts.address,
    render: ({ actor }) => <span className="tabular">{actor.address ?? common.notThere}</span>,
  },
];

/** The changed fields and their new values, as recorded. */
function Details({ change: { subject, details } }: { change: Change }) {
  const facts = Object.entries(details ?? {}).map(
    ([name, value]) => `${texts.detailNames[name] ?? name}: ${wordOf(name, value)}`,
  );
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {[subject, ...facts].join(' · ')}
    </Text>
  );
}

function wordOf(name: string, value: string | number | boolean | null): string {
  if (value === null) return common.notThere;
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (typeof value === 'number') {
    return CENTAVOS.test(name) ? formatMoney(value) : formatCount(value);
  }
  return texts.detailValues[value] ?? value;
}
