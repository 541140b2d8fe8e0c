import { Group, Paper, Title } from '@mantine/core';
import { type ChartNumbers, DownloadNumbers } from '#panel/components/download-numbers.tsx';
import { formatCalendarDay, formatMoney } from '#panel/components/format.ts';
import { texts } from '#texts/overview.ts';
import type { Overview } from './overview-types.ts';
import { VolumeChart } from './volume-chart.tsx';

const CHART_HEIGHT = 240;
/** With more days each bar is a week. */
const BARS_MAX = 92;
const WEEK_DAYS = 7;

/** The received amounts by day or by week, as a chart. */
export function Volume({ overview }: { overview: Overview }) {
  const { days, period, totals } = overview;
  const isOfWeeks = days.length > BARS_MAX;
  const [from, to] = [formatCalendarDay(period.from), formatCalendarDay(period.to)];
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="md">
        <Title order={2}>{isOfWeeks ? texts.chartTitleOfWeeks : texts.chartTitle}</Title>
        <DownloadNumbers numbers={numbersOf(overview)} />
      </Group>
      <div role="img" aria-label={texts.chartSummary(formatMoney(totals.paid_amount), from, to)}>
        <VolumeChart
          bars={isOfWeeks ? weeksOf(days) : days}
          nameOf={isOfWeeks ? texts.week : undefined}
          height={CHART_HEIGHT}
        />
      </div>
    </Paper>
  );
}

/** The numbers by day, also where the chart shows weeks. */
function numbersOf({ days, period }: Overview): ChartNumbers {
  return {
    name: texts.chartFile(period.from, period.to),
    heads: texts.chartColumns,
    rows: days.map(({ day, paid_amount: amount, paid_count: paid, created_count: created }) => ({
      day,
      values: [{ centavos: amount }, paid, created],
    })),
  };
}

/** Weeks from the first day on, each by its first day; the last one may be shorter. */
function weeksOf(days: Overview['days']) {
  return days
    .filter((_, index) => index % WEEK_DAYS === 0)
    .map(({ day }, week) => {
      const ofWeek = days.slice(week * WEEK_DAYS, (week + 1) * WEEK_DAYS);
      return { day, paid_amount: ofWeek.reduce((sum, one) => sum + one.paid_amount, 0) };
    });
}
