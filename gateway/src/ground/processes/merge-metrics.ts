import { AggregatorRegistry } from 'prom-client';
import type { MetricValues, RenderedMetrics } from '../metrics.ts';

/** The metrics of several processes as those of one: counts and buckets are added up. */
export async function renderMerged(all: readonly MetricValues[]): Promise<RenderedMetrics> {
  const registry = AggregatorRegistry.aggregate(all.map((values) => [...values]));
  return { text: await registry.metrics(), contentType: registry.contentType };
}

/**
 * Adds the counts of an ended process to those of earlier ones, so that sums never fall. Momentary
 * values, such as memory, are dropped.
 */
export async function addEnded(
  before: Promise<MetricValues>,
  last: MetricValues,
): Promise<MetricValues> {
  const ended = await before;
  const registry = AggregatorRegistry.aggregate([[...ended], [...last]]);
  const values: MetricValues = await registry.getMetricsAsJSON();
  return values.filter(({ type }) => isCount(type));
}

// The library's types have numbers for the types of metrics, and its values are texts.
function isCount(type: unknown): boolean {
  return type === 'counter' || type === 'histogram';
}
