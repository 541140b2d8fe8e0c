import { type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { MetricValues } from '../metrics.ts';

type Metric = MetricValues[number];
type Value = Metric['values'][number] & { readonly metricName?: string };

/** The instant since which the counters count, and the instant at which they were read. */
interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

/** The metrics of this process in the form of OpenTelemetry, under the same names and labels. */
export function toOtlpMetrics(
  values: MetricValues,
  { startedAt, readAt }: { readonly startedAt: number; readonly readAt: number },
): MetricData[] {
  const times = { startTime: millisToHrTime(startedAt), endTime: millisToHrTime(readAt) };
  return values.map((metric) => metricData(metric, times));
}

function metricData(metric: Metric, times: Times): MetricData {
  const { name, help: description } = metric;
  const base = {
    descriptor: { name, description, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // The library's types have numbers for the types of metrics, and its values are texts.
  const type: unknown = metric.type;
  if (type === 'histogram') {
    const dataPoints = histogramPoints(metric.values, times);
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = metric.values.map(({ value, labels }) => ({
    ...times,
    attributes: { ...labels },
    value,
  }));
  if (type !== 'counter') return { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
  return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
}

/** The unit that the name ends with, as UCUM writes it. */
function unitOf(name: string): string {
  const word = name
    .replace(/_total$/, '')
    .split('_')
    .at(-1);
  return { seconds: 's', bytes: 'By' }[word ?? ''] ?? '';
}

/** One point for each set of labels: the library has a value for each bucket, sum and count. */
function histogramPoints(values: readonly Value[], times: Times): DataPoint<Histogram>[] {
  const groups = Map.groupBy(values, ({ labels: { le: _le, ...labels } }) =>
    JSON.stringify(labels),
  );
  return [...groups.entries()].map(([labels, group]) => ({
    ...times,
    attributes: JSON.parse(labels),
    value: histogram(group),
  }));
}

function histogram(group: readonly Value[]): Histogram {
  const ended = (suffix: string): Value[] =>
    group.filter(({ metricName }) => metricName?.endsWith(suffix));
  const buckets = ended('_bucket');
  const boundaries = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite);
  // The library counts values up to a boundary, OpenTelemetry values between two boundaries.
  const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
  const count = ended('_count')[0]?.value ?? 0;
  return { buckets: { boundaries, counts }, sum: ended('_sum')[0]?.value ?? 0, count };
}
