import { Text } from '@mantine/core';
import { formatMoney } from '#panel/components/format.ts';
import { locale } from '#panel/texts/common.ts';
import type { Overview } from './overview-types.ts';

type Bar = Pick<Overview['days'][number], 'day' | 'paid_amount'>;

const CENTAVOS_PER_REAL = 100;
const DAYS_NAMED_MAX = 10;
/** Steps of the scale that are easy to read, multiplied by a power of ten. */
const ROUND_STEPS = [1, 2, 2.5, 5, 10];
const LINES = 4;
const NAMES_APART_ON_PHONES = 3;

const shortMoney = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'BRL',
  notation: 'compact',
  maximumFractionDigits: 1,
});
// The days are those of Brasília already and need no conversion.
const shortDay = new Intl.DateTimeFormat(locale, {
  day: '2-digit',
  month: '2-digit',
  timeZone: 'UTC',
});

/**
 * A chart with a bar for each day or week, without a library: a chart library is larger than the
 * rest of the page.
 */
export function VolumeChart({
  bars,
  nameOf = (day) => day,
  height,
}: {
  bars: readonly Bar[];
  /** The name of a bar from its day. */
  nameOf?: ((day: string) => string) | undefined;
  height: number;
}) {
  const step = stepFor(Math.max(...bars.map(({ paid_amount: amount }) => amount)));
  const top = step * LINES;
  const nameEvery = Math.ceil(bars.length / DAYS_NAMED_MAX);
  return (
    <div className="chart" style={{ height }}>
      {Array.from({ length: LINES + 1 }, (_, line) => line * step).map((amount) => (
        <div key={amount} className="chart-line" style={{ bottom: percentOf(amount, top) }}>
          <Text size="xs" c="dimmed" className="tabular">
            {shortMoney.format(amount / CENTAVOS_PER_REAL)}
          </Text>
        </div>
      ))}
      <div className="chart-bars">
        {bars.map(({ day, paid_amount: amount }, index) => (
          <div
            key={day}
            className="chart-day"
            data-tip={`${nameOf(shortDay.format(new Date(day)))}: ${formatMoney(amount)}`}
          >
            <div className="chart-bar" style={{ height: percentOf(amount, top) }} />
            {(bars.length - 1 - index) % nameEvery === 0 && (
              <Text
                size="xs"
                c="dimmed"
                className="chart-name tabular"
                data-on-phones={isNamedOnPhones(bars.length - 1 - index, nameEvery)}
              >
                {shortDay.format(new Date(day))}
              </Text>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** On a narrow screen only every third name is shown. */
function isNamedOnPhones(daysAgo: number, nameEvery: number): boolean {
  return (daysAgo / nameEvery) % NAMES_APART_ON_PHONES === 0;
}

/** A round number of centavos for the scale's step, so that few steps cover the highest bar. */
function stepFor(highest: number): number {
  const least = Math.max(highest, CENTAVOS_PER_REAL * LINES) / LINES;
  const power = 10 ** Math.floor(Math.log10(least));
  return (ROUND_STEPS.find((round) => round * power >= least) ?? 10) * power;
}

function percentOf(amount: number, top: number): string {
  return `${(amount / top) * 100}%`;
}
