import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconSearch } from '#panel/icons.ts';
import { texts } from '#texts/audit.ts';
import type { Noun } from './change.ts';
import { ChangeList } from './change-list.tsx';

const TYPING_MS = 350;
const WORD_LENGTH_MAX = 254;
/** All filters stand in one line of a usual window. */
const WORD_WIDTH = 180;
const EMPTY = { merchant: '', actor: '', action: '', from: '', to: '' };

/** A text for every subject: one without a text doesn't compile. */
const NOUNS: Readonly<Record<Noun, string>> = texts.nouns;

type Filter = typeof EMPTY;

/** The audit log of the whole platform: the actor, change, time and address. */
export function AuditPage() {
  const [filter, setFilter] = useState(EMPTY);
  const [settled] = useDebouncedValue(filter, TYPING_MS);
  return (
    <>
      <PageHeader description={texts.description} />
      <Filters filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      <Changes filter={settled} />
    </>
  );
}

function Filters({
  filter,
  onChange,
}: {
  filter: Filter;
  onChange: (change: Partial<Filter>) => void;
}) {
  const field = (name: keyof Filter) => ({
    value: filter[name],
    maxLength: WORD_LENGTH_MAX,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <TextInput w={WORD_WIDTH} label={texts.filterMerchant} {...field('merchant')} />
      <TextInput w={WORD_WIDTH} label={texts.filterActor} {...field('actor')} />
      <NativeSelect
        label={texts.filterAction}
        data={[
          { value: '', label: texts.anyAction },
          ...Object.entries(NOUNS).map(([value, label]) => ({ value, label })),
        ]}
        value={filter.action}
        onChange={({ currentTarget: { value } }) => onChange({ action: value })}
      />
      <Group gap="sm">
        <TextInput type="date" label={texts.from} {...field('from')} />
        <TextInput type="date" label={texts.to} {...field('to')} />
      </Group>
    </Group>
  );
}

function Changes({ filter }: { filter: Filter }) {
  const query = Object.fromEntries(
    Object.entries(filter)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
  const changes = api.useInfiniteQuery(
    'get',
    '/api/operator/audit',
    { params: { query } },
    {
      ...byCursor,
      placeholderData: keepPreviousData,
    },
  );
  return (
    <QueryState query={changes} lines={8}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data);
        if (rows.length === 0) {
          return (
            <EmptyState
              icon={IconSearch}
              title={texts.nothingFound}
              description={texts.nothingFoundHint}
            />
          );
        }
        return <ChangeList changes={rows} query={changes} hasMerchants />;
      }}
    </QueryState>
  );
}
