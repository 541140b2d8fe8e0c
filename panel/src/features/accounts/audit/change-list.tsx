import { Paper, Stack, Text } from '@mantine/core';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
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
        columns={hasMerchants ? COLUMNS : OWN_COLUMNS}
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
    render: ({ actor }) => <Author actor={actor} hasKind />,
  },
  {
    key: 'action',
    place: 'name',
    label: texts.action,
    render: (row) => (
      <Stack gap={0} maw={560}>
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
];

/** For a merchant, all are people of its team but the others, whose kind is said. */
const OWN_COLUMNS = COLUMNS.filter(({ key }) => key !== 'merchant').map((column) =>
  column.key === 'actor'
    ? {
        ...column,
        render: ({ actor }: Change) => <Author actor={actor} hasKind={actor.kind !== 'merchant'} />,
      }
    : column,
);

function Author({ actor, hasKind }: { actor: Change['actor']; hasKind: boolean }) {
  const details = [...(hasKind ? [texts.actorKinds[actor.kind]] : []), actor.address];
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {actor.name}
      <Text span size="sm" c="dimmed" className="row-details tabular">
        {details.filter(Boolean).join(' · ')}
      </Text>
    </span>
  );
}

function Details({ change }: { change: Change }) {
  const facts = factsOf(change);
  if (facts.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {facts.join(' · ')}
    </Text>
  );
}
