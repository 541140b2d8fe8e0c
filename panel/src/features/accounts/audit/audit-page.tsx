import { NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { daysOfPeriod } from '#panel/components/days-of-period.ts';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { ListOptions } from '#panel/components/list-options.tsx';
import { MerchantField } from '#panel/components/merchant-field.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PeriodChoice } from '#panel/components/period-choice.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { useAddressPeriod } from '#panel/components/use-address-period.ts';
import { useTypedFilter } from '#panel/components/use-typed-filter.ts';
import type { OwnPeriod } from '#panel/early/overview-address.ts';
import { IconSearch } from '#panel/icons.ts';
import { texts } from '#texts/audit.ts';
import type { Noun } from './change.ts';
import { ChangeList } from './change-list.tsx';

const WORD_LENGTH_MAX = 254;
/** All filters stand in one line of a usual window. */
const WORD_WIDTH = 180;
/** Room for a merchant that is offered. */
const MERCHANT_WIDTH = 320;

/** A text for every subject: one without a text doesn't compile. */
const NOUNS: Readonly<Record<Noun, string>> = texts.nouns;

type Typed = Readonly<Record<'lojista' | 'autor' | 'assunto', string>>;

/** The audit log of the whole platform: the actor, change, time and address. */
export function AuditPage() {
  const { typed, settled, type } = useTypedFilter('lojista', 'autor', 'assunto');
  const { period, choose } = useAddressPeriod(undefined);
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        options={
          <ListOptions>
            <Filters filter={typed} onChange={type} />
            <PeriodChoice
              label={texts.period}
              chosen={period}
              shown={period && daysOfPeriod(period)}
              daysMax={Number.POSITIVE_INFINITY}
              hasAllTime
              onChoose={choose}
            />
          </ListOptions>
        }
      />
      <Changes filter={settled} days={period && daysOfPeriod(period)} />
    </>
  );
}

function Filters({
  filter,
  onChange,
}: {
  filter: Typed;
  onChange: (change: Partial<Typed>) => void;
}) {
  const field = (name: keyof Typed) => ({
    value: filter[name],
    maxLength: WORD_LENGTH_MAX,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  return (
    <>
      <MerchantField
        w={MERCHANT_WIDTH}
        value={filter.lojista}
        onChange={(lojista) => onChange({ lojista })}
      />
      <TextInput w={WORD_WIDTH} label={texts.filterActor} {...field('autor')} />
      <NativeSelect
        label={texts.filterAction}
        data={[
          { value: '', label: texts.anyAction },
          ...Object.entries(NOUNS).map(([value, label]) => ({ value, label })),
        ]}
        value={filter.assunto}
        onChange={({ currentTarget: { value } }) => onChange({ assunto: value })}
      />
    </>
  );
}

function Changes({ filter, days }: { filter: Typed; days: OwnPeriod | undefined }) {
  const { lojista: merchant, autor: actor, assunto: action } = filter;
  const query = Object.fromEntries(
    Object.entries({ merchant, actor, action, ...days })
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
