import { Alert, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { TaxId } from '#panel/components/tax-id.tsx';
import { useAddressFilter } from '#panel/components/use-address-filter.ts';
import { IconSearch, IconUsers } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/customers.ts';
import type { CustomerInList } from './customer-types.ts';

const TYPING_MS = 350;

/** The payers of the environment, with a search by name, document and e-mail. */
export function CustomersPage() {
  const { merchant } = useSession();
  return (
    <>
      <PageHeader description={texts.description} isList />
      {merchant?.is_sandbox ? <Alert variant="outline">{texts.sandbox}</Alert> : <SearchedList />}
    </>
  );
}

function SearchedList() {
  const { filter, change } = useAddressFilter('busca');
  const [typed, setTyped] = useState(filter.busca);
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  useEffect(() => change({ busca: search }), [change, search]);
  return (
    <>
      <TextInput
        mb="md"
        type="search"
        aria-label={texts.search}
        placeholder={texts.searchHint}
        leftSection={<IconSearch size={16} />}
        maxLength={128}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <List search={search} />
    </>
  );
}

function List({ search }: { search: string }) {
  const environment = useEnvironment();
  const customers = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/customers',
    { params: { path: { environment }, query: { ...(search !== '' && { search }) } } },
    // The previous results stay visible while the next search runs.
    { ...byCursor, placeholderData: keepPreviousData },
  );
  const empty =
    search === '' ? (
      <EmptyState icon={IconUsers} title={texts.empty} description={texts.emptyHint} />
    ) : (
      <EmptyState icon={IconSearch} title={texts.nothing} description={texts.nothingHint} />
    );
  return (
    <PagedTable
      query={customers}
      empty={empty}
      caption={texts.caption}
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/painel/clientes/$id', params: { id } })}
    />
  );
}

const columns: readonly Column<CustomerInList>[] = [
  { key: 'name', label: texts.name, place: 'name', render: ({ name }) => name },
  {
    key: 'document',
    label: texts.document,
    render: ({ document }) => <TaxId value={document} />,
  },
  {
    key: 'email',
    label: texts.email,
    render: ({ email }) => (
      <Text component="span" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {email ?? common.notThere}
      </Text>
    ),
  },
  {
    key: 'last',
    label: texts.lastCharge,
    place: 'time',
    render: ({ last_charge_at: at }) => <Instant at={at} />,
  },
  {
    key: 'amount',
    label: texts.amount,
    align: 'right',
    place: 'amount',
    render: ({ last_charge: last }) =>
      last ? <Money centavos={last.amount} fw={600} /> : common.notThere,
  },
  {
    key: 'status',
    label: texts.status,
    place: 'state',
    render: ({ last_charge: last }) =>
      last ? <StatusBadge status={last.status} /> : common.notThere,
  },
];
