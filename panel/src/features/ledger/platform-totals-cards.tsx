import { SimpleGrid } from '@mantine/core';
import type { Answer } from '#panel/api/answer.ts';
import { formatMoney } from '#panel/components/format.ts';
import { StatCard } from '#panel/components/stat-card.tsx';
import { texts } from './texts.ts';

export type PlatformTotals = Answer<'/api/operator/ledger/{environment}'>;

/** What the platform owes, has earned and holds in an environment. */
export function PlatformTotalsCards({ totals }: { totals: PlatformTotals }) {
  const {
    owed_available: available,
    owed_reserved: reserved,
    fees,
    suspense,
    operator,
    bank,
  } = totals;
  return (
    <SimpleGrid cols={{ base: 1, sm: suspense === 0 ? 3 : 2 }}>
      <StatCard
        label={texts.owed}
        value={formatMoney(available + reserved)}
        hint={texts.owedHint(formatMoney(available), formatMoney(reserved))}
      />
      <StatCard label={texts.fees} value={formatMoney(fees)} hint={texts.feesHint} />
      <StatCard
        label={texts.bank}
        value={formatMoney(bank)}
        hint={operator === 0 ? texts.bankHint : texts.bankHintOperator(formatMoney(operator))}
      />
      {suspense !== 0 && (
        <StatCard label={texts.suspense} value={formatMoney(suspense)} hint={texts.suspenseHint} />
      )}
    </SimpleGrid>
  );
}
