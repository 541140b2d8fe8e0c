import { Anchor, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { IconCircleCheck } from '#panel/icons.ts';
import { texts } from '#texts/incidents.ts';
import type { Incident } from './incident-types.ts';
import { OpenIncident } from './open-incident.tsx';

/** The incidents that merchants read, newest first. */
export function IncidentsPage() {
  const incidents = api.useInfiniteQuery('get', '/api/operator/incidents', {}, byCursor);
  const [isOpening, { open, close }] = useDisclosure();
  return (
    <>
      <PageHeader
        description={
          <>
            {texts.description}{' '}
            <Anchor href="/status" target="_blank" rel="noreferrer" inherit underline="always">
              {texts.statusPage}
            </Anchor>
          </>
        }
        actions={
          <IfAllowed operation="openIncident">
            <Button onClick={open}>{texts.open}</Button>
          </IfAllowed>
        }
      />
      <PagedTable
        query={incidents}
        lines={4}
        empty={
          <EmptyState icon={IconCircleCheck} title={texts.empty} description={texts.emptyHint} />
        }
        caption={texts.caption}
        columns={COLUMNS}
        rowKey={(row) => row.id}
        dayOf={(row) => row.opened_at}
        rowLink={({ id }) => ({ to: '/operador/incidentes/$id', params: { id } })}
      />
      {isOpening && <OpenIncident onClose={close} />}
    </>
  );
}

const COLUMNS: readonly Column<Incident>[] = [
  { key: 'title', place: 'name', label: texts.title, render: ({ title }) => title },
  {
    key: 'parts',
    label: texts.parts,
    render: ({ parts }) => parts.map((part) => texts.partNames[part]).join(', '),
  },
  {
    key: 'impact',
    place: 'state',
    label: texts.impact,
    render: ({ impact }) => texts.impacts[impact],
  },
  {
    key: 'opened',
    place: 'time',
    label: texts.openedAt,
    render: (row) => <Instant at={row.opened_at} />,
  },
  {
    key: 'resolved',
    place: 'more',
    isNamed: true,
    label: texts.resolvedAt,
    render: ({ resolved_at: at }) => (at === null ? texts.isOpen : <Instant at={at} />),
  },
];
