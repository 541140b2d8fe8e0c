import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { useAddressFilter } from '#panel/components/use-address-filter.ts';
import { IconBuildingStore, IconSearch } from '#panel/icons.ts';
import { texts } from '#texts/merchants.ts';
import { MERCHANT_COLUMNS } from './merchant-columns.tsx';
import type { MerchantStatus } from './merchant-types.ts';

const TYPING_MS = 250;
const SEARCH_LENGTH_MAX = 200;
const STATUSES = [
  'active',
  'pending_kyc',
  'rejected',
  'suspended',
] as const satisfies MerchantStatus[];

interface Filter {
  readonly search: string;
  readonly status: MerchantStatus | undefined;
}

/** Every merchant of the platform. */
export function MerchantsPage() {
  const { filter: kept, change } = useAddressFilter('busca', 'situacao');
  const [filter, setFilter] = useState<Filter>({
    search: kept.busca,
    status: STATUSES.find((one) => one === kept.situacao),
  });
  const [search] = useDebouncedValue(filter.search.trim(), TYPING_MS);
  const { status } = filter;
  useEffect(() => change({ busca: search, situacao: status ?? '' }), [change, search, status]);
  return (
    <>
      <PageHeader description={texts.description} isList />
      <Group mb="md" gap="sm" align="flex-end">
        <TextInput
          type="search"
          label={texts.search}
          placeholder={texts.searchHint}
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={SEARCH_LENGTH_MAX}
          autoComplete="off"
          style={{ flex: '1 1 16rem' }}
          maw={420}
          value={filter.search}
          onChange={({ currentTarget }) => setFilter({ ...filter, search: currentTarget.value })}
        />
        <NativeSelect
          label={texts.statusFilter}
          data={[
            { value: '', label: texts.anyStatus },
            ...STATUSES.map((value) => ({ value, label: texts.statuses[value] })),
          ]}
          value={filter.status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setFilter({ ...filter, status: STATUSES.find((one) => one === value) })
          }
        />
      </Group>
      <List filter={{ search, status: filter.status }} />
    </>
  );
}

function List({ filter }: { filter: Filter }) {
  const { search, status } = filter;
  const query = { ...(search !== '' && { search }), ...(status && { status }) };
  const merchants = api.useInfiniteQuery(
    'get',
    '/api/operator/merchants',
    { params: { query } },
    {
      ...byCursor,
      // The previous results stay visible while the next search runs.
      placeholderData: keepPreviousData,
    },
  );
  return (
    <PagedTable
      query={merchants}
      lines={8}
      empty={<Nothing isFiltered={search !== '' || status !== undefined} />}
      caption={texts.caption}
      columns={MERCHANT_COLUMNS}
      rowKey={(row) => row.username}
      rowLink={({ username }) => ({ to: '/operador/lojistas/$username', params: { username } })}
    />
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState icon={IconBuildingStore} title={texts.empty} description={texts.emptyHint} />
    );
  return (
    <EmptyState icon={IconSearch} title={texts.nothingFound} description={texts.nothingFoundHint} />
  );
}
