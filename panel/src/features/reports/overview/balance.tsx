import { SimpleGrid } from '@mantine/core';
import { formatMoney } from '#panel/components/format.ts';
import { StatCard } from '#panel/components/stat-card.tsx';
import { texts } from '#texts/overview.ts';
import type { Overview } from './overview-types.ts';

/** What can be withdrawn; besides, if it isn't zero, what is blocked, not yet settled, or owed. */
export function Balance({ balance }: { balance: Overview['balance'] }) {
  const { available, reserved } = balance;
  const kept = [
    { label: texts.blocked, amount: balance.blocked, hint: texts.blockedHint },
    {
      label: texts.pendingSettlement,
      amount: balance.pending_settlement,
      hint: texts.pendingSettlementHint,
    },
    { label: texts.debt, amount: -balance.debt, hint: texts.debtHint },
  ].filter(({ amount }) => amount !== 0);
  const cards = [
    {
      label: texts.available,
      amount: available,
      hint: reserved === 0 ? texts.nothingReserved : texts.reserved(formatMoney(reserved)),
    },
    ...kept,
  ];
  return (
    <SimpleGrid cols={{ base: 1, xs: Math.min(2, cards.length), lg: cards.length }}>
      {cards.map(({ label, amount, hint }) => (
        <StatCard key={label} label={label} value={formatMoney(amount)} hint={hint} />
      ))}
    </SimpleGrid>
  );
}
