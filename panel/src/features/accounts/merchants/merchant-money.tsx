import { Stack, Title } from '@mantine/core';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCount } from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#texts/merchants.ts';
import type { Merchant } from './merchant-types.ts';

/** The balances and the sales of the last 30 days, in both environments. */
export function MerchantMoney({ merchant }: { merchant: Merchant }) {
  return (
    <Section title={texts.money}>
      <Stack gap="lg">
        <ScopeFacts merchant={merchant} environment="live" />
        <ScopeFacts merchant={merchant} environment="test" />
      </Stack>
    </Section>
  );
}

function ScopeFacts({
  merchant,
  environment,
}: {
  merchant: Merchant;
  environment: 'live' | 'test';
}) {
  const balance = merchant.balances[environment];
  const volume = merchant.last_30_days[environment];
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {texts.environments[environment]}
      </Title>
      <FactTable
        facts={[
          [texts.available, <Money key="a" centavos={balance.available} fw={600} />],
          [texts.reserved, <Money key="r" centavos={balance.reserved} />],
          ...keptMoney(balance),
          [texts.paid30Days, <Money key="p" centavos={volume.paid_amount} />],
          [texts.paidCount30Days, formatCount(volume.paid_count)],
        ]}
      />
    </div>
  );
}

/** Blocked money, money that waits for its settlement, and debt; zeros are left out. */
function keptMoney(balance: Merchant['balances']['live']) {
  const amounts = [
    [texts.blocked, balance.blocked],
    [texts.pendingSettlement, balance.pending_settlement],
    [texts.debt, -balance.debt],
  ] as const;
  return amounts
    .filter(([, amount]) => amount !== 0)
    .map(([label, amount]) => [label, <Money key={label} centavos={amount} />] as const);
}
