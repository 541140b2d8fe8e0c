import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { ListOptions } from '#panel/components/list-options.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { IconPlus, IconScale } from '#panel/icons.ts';
import { texts } from '#texts/disputes.ts';
import { withoutReasonAsName } from './dispute-columns.tsx';
import type { OperatorDispute } from './dispute-types.ts';
import { OpenDispute } from './open-dispute.tsx';
import { StatusFilter, useStatusFilter } from './status-filter.tsx';

/** The live disputes of all merchants. */
export function OperatorDisputesPage() {
  const [isOpen, { open, close }] = useDisclosure();
  const [status, setStatus] = useStatusFilter();
  const disputes = api.useInfiniteQuery(
    'get',
    '/api/operator/disputes',
    { params: { query: { ...(status && { status }) } } },
    byCursor,
  );
  return (
    <>
      <PageHeader
        description={texts.operatorDescription}
        isList
        actions={
          <IfAllowed operation="openDisputeByHand">
            <Button leftSection={<IconPlus size={16} />} onClick={open}>
              {texts.newDispute}
            </Button>
          </IfAllowed>
        }
        options={
          <ListOptions>
            <StatusFilter status={status} onChange={setStatus} />
          </ListOptions>
        }
      />
      <Stack gap="md">
        <PagedTable
          query={disputes}
          empty={
            <EmptyState
              icon={IconScale}
              title={texts.empty}
              description={texts.operatorEmptyHint}
            />
          }
          caption={texts.caption}
          columns={COLUMNS}
          rowKey={(row) => row.internal_id}
          rowLink={({ internal_id: id }) => ({ to: '/operador/contestacoes/$id', params: { id } })}
        />
      </Stack>
      {isOpen && <OpenDispute onClose={close} />}
    </>
  );
}

const COLUMNS: readonly Column<OperatorDispute>[] = [
  {
    key: 'merchant',
    place: 'name',
    label: texts.merchant,
    render: ({ username }) => `@${username}`,
  },
  ...withoutReasonAsName<OperatorDispute>(),
];
