import { Text } from '@mantine/core';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { daysOfPeriod } from '#panel/components/days-of-period.ts';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCalendarDay } from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useAddressPeriod } from '#panel/components/use-address-period.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/closings.ts';
import { texts as statements } from '#texts/statements.ts';

type Totals = Answer<'/api/panel/{environment}/accounting/due-totals'>['totals'];

/** The sums paid in the chosen period for charges with a due date, with their components. */
export function ClosingDueTotals() {
  const environment = useEnvironment();
  const { period } = useAddressPeriod('last_month');
  const days = daysOfPeriod(period);
  const query = api.useQuery('get', '/api/panel/{environment}/accounting/due-totals', {
    params: { path: { environment }, query: days },
  });
  const shown = statements.period(formatCalendarDay(days.from), formatCalendarDay(days.to));
  return (
    <Section title={texts.due} description={`${shown}. ${texts.dueHint}`}>
      <QueryState query={query} lines={3}>
        {({ totals }) => <Sums totals={totals} />}
      </QueryState>
    </Section>
  );
}

function Sums({ totals }: { totals: Totals }) {
  if (totals === null) return <Text c="dimmed">{texts.dueTooMany}</Text>;
  if (totals.count === 0) return <Text c="dimmed">{texts.dueNone}</Text>;
  const { original, fine, interest, rebate, discount, paid } = totals;
  const { dueParts: names } = texts;
  return (
    <FactTable
      facts={[
        [texts.dueCount, String(totals.count)],
        [names.original, <Money key="original" centavos={original} />],
        [names.fine, <Money key="fine" centavos={fine} isSigned />],
        [names.interest, <Money key="interest" centavos={interest} isSigned />],
        [names.rebate, <Money key="rebate" centavos={-rebate} isSigned />],
        [names.discount, <Money key="discount" centavos={-discount} isSigned />],
        [names.paid, <Money key="paid" centavos={paid} fw={600} />],
      ]}
    />
  );
}
