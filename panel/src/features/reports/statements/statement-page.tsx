import { Anchor, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { daysOfPeriod } from '#panel/components/days-of-period.ts';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCalendarDay, formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { ListOptions } from '#panel/components/list-options.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PeriodChoice } from '#panel/components/period-choice.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatCard } from '#panel/components/stat-card.tsx';
import { useAddressFilter } from '#panel/components/use-address-filter.ts';
import { useAddressPeriod } from '#panel/components/use-address-period.ts';
import type { ChosenPeriod } from '#panel/early/overview-address.ts';
import { IconFileText } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/statements.ts';

type Entry = Answer<'/api/panel/{environment}/statement'>['data'][number];

type Account = keyof typeof texts.accounts;

const accounts = Object.entries(texts.accounts).map(([value, label]) => ({
  value: value as Account,
  label,
}));

interface Filter {
  readonly account: Account;
  readonly period: ChosenPeriod;
  /** The id of the only charge whose entries are shown; empty for all entries. */
  readonly charge: string;
}

/** The statement: every movement of the merchant's balance, and its export files. */
export function StatementPage() {
  const { filter: kept, change } = useAddressFilter('conta', 'cobranca');
  const { period, choose } = useAddressPeriod('30_days');
  const account = accounts.find(({ value }) => value === kept.conta)?.value ?? 'available';
  const filter = { account, period, charge: kept.cobranca };
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        options={
          <ListOptions files={filter.charge === '' && <Downloads filter={filter} />}>
            <NativeSelect
              label={texts.account}
              value={account}
              onChange={(event) => change({ conta: event.currentTarget.value })}
              data={accounts}
            />
            {filter.charge === '' && (
              <PeriodChoice
                label={texts.periodLabel}
                chosen={period}
                shown={daysOfPeriod(period)}
                daysMax={Number.POSITIVE_INFINITY}
                onChoose={choose}
              />
            )}
          </ListOptions>
        }
      />
      {filter.charge !== '' && (
        <Group gap="xs" mb="md">
          <Text>{texts.ofCharge}</Text>
          <Button size="compact-sm" variant="default" onClick={() => change({ cobranca: '' })}>
            {texts.allEntries}
          </Button>
        </Group>
      )}
      <Entries filter={filter} />
    </>
  );
}

function Downloads({ filter }: { filter: Filter }) {
  const environment = useEnvironment();
  return (
    <>
      {(['csv', 'ofx'] as const).map((ending) => (
        <DownloadButton
          key={ending}
          path={`/api/panel/${environment}/statement.${ending}`}
          query={queryOf(filter)}
        >
          {texts[ending]}
        </DownloadButton>
      ))}
    </>
  );
}

function Entries({ filter }: { filter: Filter }) {
  const environment = useEnvironment();
  const statement = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/statement',
    { params: { path: { environment }, query: { ...queryOf(filter), ...chargeOf(filter) } } },
    byCursor,
  );
  return (
    <QueryState query={statement} lines={8}>
      {({ pages }) => {
        const rows: Entry[] = pages.flatMap(({ data }) => data);
        const first = filter.charge === '' ? pages[0] : undefined;
        return (
          <Stack gap="sm">
            {first && (
              <Text c="dimmed" size="sm">
                {texts.period(formatCalendarDay(first.from), formatCalendarDay(first.to))}
              </Text>
            )}
            {first && (
              <div className="stat-grid">
                <Balance label={texts.opening} centavos={first.opening_balance} />
                <Balance label={texts.closing} centavos={first.closing_balance} />
              </div>
            )}
            {rows.length === 0 ? (
              <EmptyState icon={IconFileText} title={texts.empty} description={texts.emptyHint} />
            ) : (
              <Paper withBorder p="md">
                <DataTable
                  caption={texts.caption}
                  columns={columns}
                  rows={rows}
                  rowKey={(row) => String(row.sequence)}
                  dayOf={(row) => row.created_at}
                />
                <LoadMore query={statement} />
              </Paper>
            )}
          </Stack>
        );
      }}
    </QueryState>
  );
}

function Balance({ label, centavos }: { label: string; centavos: number }) {
  return <StatCard label={label} value={formatMoney(centavos)} />;
}

const columns: readonly Column<Entry>[] = [
  {
    key: 'date',
    place: 'time',
    label: texts.date,
    render: (row) => <Instant at={row.created_at} />,
  },
  {
    key: 'entry',
    place: 'name',
    label: texts.entry,
    render: (row) => (
      <>
        <EntryName entry={row} />
        <Text component="span" size="xs" c="dimmed" className="row-details">
          {[row.name, row.external_id].filter((part) => part !== null).join(' · ') ||
            row.reference_id}
        </Text>
      </>
    ),
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} isSigned fw={600} />,
  },
  {
    key: 'balance',
    place: 'state',
    isNamed: true,
    label: texts.balance,
    align: 'right',
    render: (row) => <Money centavos={row.balance_after} />,
  },
];

/** The description of an entry, with a link to its charge or payout. */
function EntryName({ entry }: { entry: Entry }) {
  const { transaction_id: id } = entry;
  if (id === null) return entry.label;
  return (
    <Anchor
      renderRoot={(props) => <Link to="/painel/transacoes/$id" params={{ id }} {...props} />}
      inherit
      underline="always"
    >
      {entry.label}
    </Anchor>
  );
}

function queryOf({ account, period }: Filter) {
  return { account, ...daysOfPeriod(period) };
}

function chargeOf({ charge }: Filter) {
  return charge === '' ? {} : { charge };
}
