import { Paper, Skeleton, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { formatMoney } from '#panel/components/format.ts';
import { texts } from '#panel/texts/texts.ts';
import type { Overview } from './overview-page.tsx';

const words = texts.overview;
const CHART_HEIGHT = 240;
// The chart is the heaviest part of the panel: it comes after everything else is there.
const VolumeChart = lazy(() => import('./volume-chart.tsx'));

/** What came in on each day, as a chart. */
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
        {words.chartTitle}
      </Title>
      <div role="img" aria-label={words.chartSummary(formatMoney(total), period)}>
        <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
          <VolumeChart days={days} height={CHART_HEIGHT} />
        </Suspense>
      </div>
    </Paper>
  );
}
