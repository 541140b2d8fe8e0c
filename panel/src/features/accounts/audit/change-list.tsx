import { Paper, Stack, Text } from '@mantine/core';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/audit.ts';
import type { Change } from './change.ts';
import { factsOf } from './change-facts.ts';

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
        dayOf={(row) => row.created_at}
      />
      <LoadMore query={query} />
    </Paper>
  );
}

const COLUMNS: readonly Column<Change>[] = [
  { key: 'at', place: 'time', label: texts.at, render: (row) => <Instant at={row.created_at} /> },
  {
    key: 'actor',
    place: 'state',
    label: texts.actor,
    render: ({ actor }) => (
      <span style={{ overflowWrap: 'anywhere' }}>
        {actor.name}
        <Text span size="sm" c="dimmed" className="row-details">
          {texts.actorKinds[actor.kind]}
        </Text>
      </span>
    ),
  },
  {
    key: 'action',
    place: 'name',
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
    place: 'more',
    isNamed: true,
    label: texts.merchant,
    render: (row) => (row.merchant ? `@${row.merchant}` : texts.platform),
  },
  {
    key: 'address',
    place: 'more',
    isNamed: true,
    label: texts.address,
    render: ({ actor: { address } }) =>
      address === null ? common.notThere : <span className="tabular">{address}</span>,
  },
];

/** The changed record and fields, with their new values. */
function Details({ change }: { change: Change }) {
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {[change.subject, ...factsOf(change)].join(' · ')}
    </Text>
  );
}
