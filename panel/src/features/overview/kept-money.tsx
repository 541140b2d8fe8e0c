import { SimpleGrid } from '@mantine/core';
import { formatMoney } from '#panel/components/format.ts';
import { StatCard } from '#panel/components/stat-card.tsx';
import type { Overview } from './overview-types.ts';
import { texts } from './texts.ts';

/** Blocked money, money that waits for its settlement, and debt; nothing when all are zero. */
export function KeptMoney({ balance }: { balance: Overview['balance'] }) {
  const cards = [
    { label: texts.blocked, amount: balance.blocked, hint: texts.blockedHint },
    {
      label: texts.pendingSettlement,
      amount: balance.pending_settlement,
      hint: texts.pendingSettlementHint,
    },
    { label: texts.debt, amount: -balance.debt, hint: texts.debtHint },
  ].filter(({ amount }) => amount !== 0);
  if (cards.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {cards.map(({ label, amount, hint }) => (
        <StatCard key={label} label={label} value={formatMoney(amount)} hint={hint} />
      ))}
    </SimpleGrid>
  );
}
