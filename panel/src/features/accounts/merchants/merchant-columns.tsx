import { Badge, Stack, Text } from '@mantine/core';
import type { Column } from '#panel/components/data-table.tsx';
import {
  formatBasisPoints,
  formatCount,
  formatDay,
  formatMoney,
} from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { TaxId } from '#panel/components/tax-id.tsx';
import { useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/merchants.ts';
import type { MerchantItem } from './merchant-types.ts';

/** Formats the fee of a charge: `1,49 % + R$ 0,49`. */
export function feeText({ basis_points: rate, fixed_centavos: fixed }: MerchantItem['fee']) {
  return texts.feeOf(formatBasisPoints(rate), formatMoney(fixed));
}

/** The columns of the operators' list of merchants. */
export const MERCHANT_COLUMNS: readonly Column<MerchantItem>[] = [
  { key: 'name', place: 'name', label: texts.merchant, render: (row) => <Name merchant={row} /> },
  {
    key: 'document',
    label: texts.document,
    render: (row) => (row.document ? <TaxId value={row.document} /> : common.notThere),
  },
  {
    key: 'status',
    place: 'state',
    label: texts.status,
    render: (row) => <StatusBadge status={row.status} />,
  },
  {
    key: 'volume',
    place: 'amount',
    label: texts.volume,
    align: 'right',
    render: (row) => <Volume volume={row.last_30_days} />,
  },
  {
    key: 'payments',
    label: texts.payments,
    align: 'right',
    render: (row) => (
      <span className="tabular">{formatCount(row.last_30_days.live.paid_count)}</span>
    ),
  },
  {
    key: 'fee',
    label: texts.fee,
    align: 'right',
    render: (row) => <span className="tabular">{feeText(row.fee)}</span>,
  },
  {
    key: 'created_at',
    place: 'time',
    label: texts.createdAt,
    render: (row) => <span className="tabular">{formatDay(row.created_at)}</span>,
  },
];

function Name({ merchant }: { merchant: MerchantItem }) {
  return (
    <span>
      <Text span inherit fw={600}>
        {merchant.name}
      </Text>
      <Text span size="sm" c="dimmed" className="row-details">
        @{merchant.username}
      </Text>
      {merchant.is_sandbox && (
        <Badge variant="default" size="sm" tt="none" component="span" visibleFrom="sm">
          {texts.sandbox}
        </Badge>
      )}
    </span>
  );
}

/** The live amount; below it the test amount, as long as no bank is connected. */
function Volume({ volume }: { volume: MerchantItem['last_30_days'] }) {
  const { has_live_bank: hasLiveBank } = useSession();
  return (
    <Stack gap={0} align="flex-end">
      <Money centavos={volume.live.paid_amount} fw={600} />
      {!hasLiveBank && volume.test.paid_amount > 0 && (
        <Text size="sm" c="dimmed" className="tabular">
          {texts.volumeTest(formatMoney(volume.test.paid_amount))}
        </Text>
      )}
    </Stack>
  );
}
