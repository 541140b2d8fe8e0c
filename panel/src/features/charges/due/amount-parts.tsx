import { Text } from '@mantine/core';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { texts } from '#texts/due.ts';

/** How an amount came about, in centavos. */
export interface Parts {
  readonly original: number;
  readonly fine: number;
  readonly interest: number;
  readonly rebate: number;
  readonly discount: number;
}

/** The parts that are not zero, with their signs; the original amount is always there. */
function shownParts({ original, rebate, discount, interest, fine }: Parts) {
  const signed = [
    ['rebate', -rebate],
    ['discount', -discount],
    ['interest', interest],
    ['fine', fine],
  ] as const;
  return [['original', original] as const, ...signed.filter(([, amount]) => amount !== 0)];
}

/** The parts of an amount and their sum, one a line. */
export function PartsTable({
  parts,
  total,
}: {
  parts: Parts;
  /** The name of the sum, and its centavos. */
  total: readonly [string, number];
}) {
  const [name, amount] = total;
  return (
    <FactTable
      facts={[
        ...shownParts(parts).map(
          ([part, centavos]) =>
            [
              texts.parts[part],
              <Money key={part} centavos={centavos} isSigned={part !== 'original'} />,
            ] as const,
        ),
        [name, <Money key="total" centavos={amount} fw={600} />],
      ]}
    />
  );
}

/** The parts beside the original amount in one line; nothing if there are none. */
export function PartsLine({ parts }: { parts: Parts }) {
  const [, ...others] = shownParts(parts);
  if (others.length === 0) return null;
  const line = others.map(([part, centavos]) => {
    const sign = centavos > 0 ? '+' : '−';
    return `${texts.parts[part]} ${sign}${formatMoney(Math.abs(centavos))}`;
  });
  return (
    <Text size="sm" c="dimmed">
      {line.join(' · ')}
    </Text>
  );
}
