import { SimpleGrid } from '@mantine/core';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCalendarDay } from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { Section } from '#panel/components/section.tsx';
import { settlementFacts } from '#panel/components/settlement-facts.ts';
import { texts } from '#texts/overview.ts';
import type { Overview } from './overview-types.ts';

/** The next days on which money becomes available, and the terms; nothing for money at once. */
export function NextSettlements({ overview }: { overview: Overview }) {
  const { balance, settlement } = overview;
  const next = balance.next_settlements;
  const isAtOnce = settlement.delay_days === 0 && settlement.reserve_days === 0;
  if (next.length === 0 && isAtOnce) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Section title={texts.settlementTerms}>
        <FactTable facts={settlementFacts(settlement)} />
      </Section>
      {next.length > 0 && (
        <Section title={texts.nextSettlements}>
          <FactTable
            facts={next.map(({ date, amount }) => [
              formatCalendarDay(date),
              <Money key={date} centavos={amount} />,
            ])}
          />
        </Section>
      )}
    </SimpleGrid>
  );
}
