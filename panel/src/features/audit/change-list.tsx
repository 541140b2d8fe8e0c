import { Paper, Stack, Text } from '@mantine/core';
import type { paths } from '#panel/api/schema.d.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { formatCount, formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { texts } from '#panel/texts/texts.ts';

const words = texts.audit;
const CENTAVOS = /^amount$|_centavos$/;

export type Change =
  paths['/api/operator/audit']['get']['responses'][200]['content']['application/json']['data'][number];

/** Lines of the audit log; an operator's tell of which merchant they are. */
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
        caption={words.caption}
        columns={hasMerchants ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'merchant')}
        rows={changes}
        rowKey={(row) => row.id}
      />
      <LoadMore query={query} />
    </Paper>
  );
}

const COLUMNS: readonly Column<Change>[] = [
  { key: 'at', label: words.at, render: (row) => <Instant at={row.created_at} /> },
  {
    key: 'actor',
    label: words.actor,
    render: ({ actor }) => (
      <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
        {actor.name}
        <Text size="sm" c="dimmed">
          {words.actorKinds[actor.kind]}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'action',
    label: words.action,
    render: (row) => (
      <Stack gap={0} maw={420}>
        {words.actions[row.action] ?? row.action}
        <Details change={row} />
      </Stack>
    ),
  },
  {
    key: 'merchant',
    label: words.merchant,
    render: (row) => (row.merchant ? `@${row.merchant}` : words.platform),
  },
  {
    key: 'address',
    label: words.address,
    render: ({ actor }) => (
      <span className="figures">{actor.address ?? texts.common.notThere}</span>
    ),
  },
];

/** What was changed and to what, as it was written down. */
function Details({ change: { subject, details } }: { change: Change }) {
  const facts = Object.entries(details ?? {}).map(
    ([name, value]) => `${words.detailNames[name] ?? name}: ${wordOf(name, value)}`,
  );
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {[subject, ...facts].join(' · ')}
    </Text>
  );
}

function wordOf(name: string, value: string | number | boolean | null): string {
  if (value === null) return texts.common.notThere;
  if (typeof value === 'boolean') return value ? texts.common.yes : texts.common.no;
  if (typeof value === 'number') {
    return CENTAVOS.test(name) ? formatMoney(value) : formatCount(value);
  }
  return words.detailValues[value] ?? value;
}
