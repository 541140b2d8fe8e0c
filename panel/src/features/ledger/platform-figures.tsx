import { SimpleGrid } from '@mantine/core';
import type { paths } from '#panel/api/schema.d.ts';
import { Figure } from '#panel/components/figure.tsx';
import { formatMoney } from '#panel/components/format.ts';
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
      <Figure
        label={words.owed}
        value={formatMoney(available + reserved)}
        hint={words.owedHint(formatMoney(available), formatMoney(reserved))}
      />
      <Figure label={words.fees} value={formatMoney(fees)} hint={words.feesHint} />
      <Figure
        label={words.bank}
        value={formatMoney(bank)}
        hint={operator === 0 ? words.bankHint : words.bankHintOperator(formatMoney(operator))}
      />
      {suspense !== 0 && (
        <Figure label={words.suspense} value={formatMoney(suspense)} hint={words.suspenseHint} />
      )}
    </SimpleGrid>
  );
}
