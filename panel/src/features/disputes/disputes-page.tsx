import { Button, Group, Stack, Text } from '@mantine/core';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { ListOptions } from '#panel/components/list-options.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { useAddressFilter } from '#panel/components/use-address-filter.ts';
import { IconScale } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/disputes.ts';
import { ownDisputeColumns } from './dispute-columns.tsx';
import { StatusFilter, useStatusFilter } from './status-filter.tsx';

/** The disputes of the merchant: at first those that wait for a defence, earliest deadline first. */
export function DisputesPage() {
  const environment = useEnvironment();
  const { filter, change } = useAddressFilter('cliente');
  const customer = filter.cliente;
  const [status, setStatus] = useStatusFilter(customer ? undefined : 'open');
  const disputes = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/disputes',
    {
      params: {
        path: { environment },
        query: { ...(status && { status }), ...(customer && { customer }) },
      },
    },
    byCursor,
  );
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        options={
          <ListOptions>
            <StatusFilter status={status} onChange={setStatus} />
          </ListOptions>
        }
      />
      <Stack gap="md">
        {customer && (
          <Group gap="xs">
            <Text size="sm">{texts.ofCustomer}</Text>
            <Button variant="default" size="xs" onClick={() => change({ cliente: '' })}>
              {texts.ofAllCustomers}
            </Button>
          </Group>
        )}
        <PagedTable
          query={disputes}
          empty={
            <EmptyState
              icon={IconScale}
              title={status === 'open' ? texts.emptyOpen : texts.empty}
              description={texts.emptyHint}
              {...(status === 'open' && {
                action: (
                  <Button variant="default" onClick={() => setStatus(undefined)}>
                    {texts.seeAll}
                  </Button>
                ),
              })}
            />
          }
          caption={status === 'open' && !customer ? texts.captionOfOpen : texts.caption}
          columns={ownDisputeColumns}
          rowKey={(row) => row.internal_id}
          rowLink={({ internal_id: id }) => ({ to: '/painel/contestacoes/$id', params: { id } })}
        />
      </Stack>
    </>
  );
}
