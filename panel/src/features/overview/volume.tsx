import { Paper, Title } from '@mantine/core';
import { formatMoney } from '#panel/components/format.ts';
import type { Overview } from './overview-types.ts';
import { texts } from './texts.ts';
import { VolumeChart } from './volume-chart.tsx';

const CHART_HEIGHT = 240;

/** The received amounts by day, as a chart. */
export function Volume({
  days,
  total,
  period,
}: {
  days: Overview['days'];
  total: number;
  period: number;
}) {
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="md">
        {texts.chartTitle}
      </Title>
      <div role="img" aria-label={texts.chartSummary(formatMoney(total), period)}>
        <VolumeChart days={days} height={CHART_HEIGHT} />
      </div>
    </Paper>
  );
}
