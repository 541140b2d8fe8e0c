import { Stack, Text } from '@mantine/core';
import { CopyText } from '#panel/components/copy-text.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { TaxId } from '#panel/components/tax-id.tsx';
import { texts } from '#texts/order-resolutions.ts';
import type { StuckOrder } from './order-types.ts';

type Fact = readonly [string, React.ReactNode];

/** The facts by which an operator finds an order at the bank. */
export function OrderFacts({ order }: { order: StuckOrder }) {
  const { kind, payee } = order;
  const ids = [
    [texts.ids[kind], order.id],
    [texts.chargeId, order.charge_id],
    [texts.endToEndIds[kind], order.end_to_end_id],
    [texts.pixKey, order.pix_key],
  ] as const;
  return (
    <FactTable
      facts={[
        [texts.amount, <Money key="amount" centavos={order.amount} fw={600} />],
        [texts.merchant, `${order.merchant_name} (@${order.username})`],
        [
          texts.payees[kind],
          <Stack key="payee" gap={0}>
            <Text inherit>{payee.name}</Text>
            <TaxId value={payee.document} />
          </Stack>,
        ],
        [texts.sentAt, <Instant key="sent" at={order.sent_at} />],
        ...ids.flatMap(([label, value]): Fact[] =>
          value === null ? [] : [[label, <CopyText key={label} value={value} label={label} />]],
        ),
      ]}
    />
  );
}
