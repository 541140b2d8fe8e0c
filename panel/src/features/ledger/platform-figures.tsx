import { SimpleGrid } from '@mantine/core';
import type { paths } from '#panel/api/schema.d.ts';
import { formatMoney } from '#panel/components/format.ts';
import { StatCard } from '#panel/components/stat-card.tsx';
import { texts } from '#panel/texts/texts.ts';

const words = texts.ledger;

export type PlatformTotals =
  paths['/api/operator/ledger/{environment}']['get']['responses'][200]['content']['application/json'];

/** What the platform owes, earned and holds in an environment. */
export function PlatformFigures({ totals }: { totals: PlatformTotals }) {
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
        label={words.owed}
        value={formatMoney(available + reserved)}
        hint={words.owedHint(formatMoney(available), formatMoney(reserved))}
      />
      <StatCard label={words.fees} value={formatMoney(fees)} hint={words.feesHint} />
      <StatCard
        label={words.bank}
        value={formatMoney(bank)}
        hint={operator === 0 ? words.bankHint : words.bankHintOperator(formatMoney(operator))}
      />
      {suspense !== 0 && (
        <StatCard label={words.suspense} value={formatMoney(suspense)} hint={words.suspenseHint} />
      )}
    </SimpleGrid>
  );
}
