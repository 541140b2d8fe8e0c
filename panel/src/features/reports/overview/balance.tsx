import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, Suspense } from 'react';
import { formatCount, formatMoney } from '#panel/components/format.ts';
import { lazyPart } from '#panel/components/lazy-part.ts';
import { StatCard } from '#panel/components/stat-card.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { texts } from '#texts/overview.ts';
import type { Overview } from './overview-types.ts';

// The form is not a part of the first load.
const NewPayout = lazyPart(
  async () => (await import('#panel/features/money-out/payouts/new-payout.tsx')).NewPayout,
);

/**
 * The amounts available and received today; also the amounts blocked, not yet settled and owed,
 * if they aren't zero.
 */
export function Balance({ balance, today }: Pick<Overview, 'balance' | 'today'>) {
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
  const cards: readonly Card[] = [
    {
      label: texts.available,
      amount: available,
      action: <NewPayoutButton />,
      hint: reserved === 0 ? texts.nothingReserved : texts.reserved(formatMoney(reserved)),
    },
    {
      label: texts.receivedToday,
      amount: today.paid_amount,
      hint: [
        texts.payments(today.paid_count, formatCount(today.paid_count)),
        ...(today.week_before_amount === 0
          ? []
          : [texts.weekBefore(formatMoney(today.week_before_amount))]),
      ].join(' · '),
    },
    ...kept,
  ];
  return (
    <div className="stat-grid">
      {cards.map(({ label, amount, ...card }) => (
        <StatCard key={label} label={label} value={formatMoney(amount)} {...card} />
      ))}
    </div>
  );
}

interface Card {
  readonly label: string;
  readonly amount: number;
  readonly hint: string;
  readonly action?: ReactNode;
}

function NewPayoutButton() {
  const mayMoveMoney = useMayMoveMoney('createPayoutByHand');
  const [isOpen, { open, close }] = useDisclosure();
  if (!mayMoveMoney) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {texts.withdraw}
      </Button>
      {isOpen && (
        <Suspense>
          <NewPayout onClose={close} />
        </Suspense>
      )}
    </>
  );
}
