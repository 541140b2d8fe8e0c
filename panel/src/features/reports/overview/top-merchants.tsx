import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatCount, formatMoney } from '#panel/components/format.ts';
import { Section } from '#panel/components/section.tsx';
import { IconBuildingStore } from '#panel/icons.ts';
import { texts } from '#texts/revenue.ts';
import { changeOf } from './growth.ts';
import type { Revenue } from './revenue-types.ts';

type Merchant = Revenue['top'][number];

/** The merchants that received most in the period. */
export function TopMerchants({ merchants }: { merchants: readonly Merchant[] }) {
  return (
    <Section title={texts.topTitle}>
      {merchants.length === 0 ? (
        <EmptyState
          icon={IconBuildingStore}
          title={texts.topEmpty}
          description={texts.topEmptyHint}
        />
      ) : (
        <DataTable
          caption={texts.topCaption}
          columns={COLUMNS}
          rows={merchants}
          rowKey={({ username }) => username}
        />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<Merchant>[] = [
  {
    key: 'merchant',
    place: 'name',
    label: texts.merchant,
    render: ({ username, name }) => (
      <Anchor
        renderRoot={(props) => (
          <Link to="/operador/lojistas/$username" params={{ username }} {...props} />
        )}
        inherit
        underline="always"
      >
        {name} (@{username})
      </Anchor>
    ),
  },
  {
    key: 'volume',
    place: 'amount',
    label: texts.volume,
    align: 'right',
    render: ({ paid_amount: amount }) => <span className="tabular">{formatMoney(amount)}</span>,
  },
  {
    key: 'change',
    place: 'state',
    isNamed: true,
    label: texts.change,
    align: 'right',
    render: (row) => changeOf(row.paid_amount, row.paid_amount_before) ?? texts.nothing,
  },
  {
    key: 'payments',
    place: 'time',
    isNamed: true,
    label: texts.payments,
    align: 'right',
    render: ({ paid_count: count }) => formatCount(count),
  },
  {
    key: 'fees',
    place: 'more',
    isNamed: true,
    label: texts.fees,
    align: 'right',
    render: ({ fees }) => <span className="tabular">{formatMoney(fees)}</span>,
  },
];
