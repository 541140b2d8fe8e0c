import { BarChart } from '@mantine/charts';
import { formatMoney } from '#panel/components/format.ts';
import { useEnvironment } from '#panel/layout/environment.tsx';
import { locale, texts } from '#panel/texts/texts.ts';
import type { Overview } from './overview-page.tsx';

const words = texts.overview;
const CENTAVOS_PER_REAL = 100;
const AXIS_WIDTH = 72;
const BAR_WIDTH_MAX = 36;

const shortMoney = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'BRL',
  notation: 'compact',
  maximumFractionDigits: 1,
});
// The days are Brasília's already: they are shown as they are.
const shortDay = new Intl.DateTimeFormat(locale, {
  day: '2-digit',
  month: '2-digit',
  timeZone: 'UTC',
});

/** The chart itself, alone in its file so that it is loaded when it is needed. */
export default function VolumeChart({ days, height }: { days: Overview['days']; height: number }) {
  const color = useEnvironment();
  return (
    <BarChart
      h={height}
      data={days.map(({ day, paid_amount }) => ({ day, paid_amount }))}
      dataKey="day"
      series={[{ name: 'paid_amount', label: words.chartSeries, color: `${color}.6` }]}
      valueFormatter={formatMoney}
      tickLine="none"
      gridAxis="y"
      maxBarWidth={BAR_WIDTH_MAX}
      barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
      xAxisProps={{ tickFormatter: (day: string) => shortDay.format(new Date(day)) }}
      yAxisProps={{
        width: AXIS_WIDTH,
        tickFormatter: (centavos: number) => shortMoney.format(centavos / CENTAVOS_PER_REAL),
      }}
    />
  );
}
