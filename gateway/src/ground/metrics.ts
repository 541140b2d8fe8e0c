import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { Database } from './database/database.ts';
import type { DatabaseHosts } from './database/database-hosts.ts';
import { SECOND_MS } from './durations.ts';

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** How often the delay of the event loop is measured: each time wakes an idle process. */
const LOOP_SAMPLE_MS = 100;
const ITEMS_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export interface CountsMetric {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly read: () => ReadonlyMap<string, number>;
}

/** The metrics as values, one entry a metric. */
export type MetricValues = readonly MetricObjectWithValues<MetricValue<string>>[];

export interface RenderedMetrics {
  readonly text: string;
  readonly contentType: string;
}

/** The metrics of one process, in Prometheus' form. */
export interface Metrics {
  observeRequest(request: {
    method: string;
    route: string;
    status: number;
    durationMs: number;
  }): void;
  observeBatch(batch: { name: string; items: number; durationMs: number }): void;
  observeAttempt(result: 'delivered' | 'retried' | 'failed'): void;
  observeExam(result: 'passed' | 'failed'): void;
  /** A count by one label, kept by another part and read at each request for the metrics. */
  counts(metric: CountsMetric): void;
  /** A metric that is read at each request for the metrics, and left out when that fails. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  watchPool(database: Database): void;
  render(): Promise<RenderedMetrics>;
  /** The metrics as values that another process can add to its own. */
  values(): Promise<MetricValues>;
}

/** The metrics of Node, collected once in a process, because each collection has a timer. */
let ofProcess: Registry | undefined;

function processRegistry(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  const eventLoopMonitoringPrecision = LOOP_SAMPLE_MS;
  collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision });
  return ofProcess;
}

/** Starts counting. Each server has its own registry, so that two in one process don't mix. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const allMetrics = () => Registry.merge([processRegistry(), registry]);
  processRegistry();
  const gauge = gaugesOf(registry);
  const attempts = new Counter({
    name: 'pix_gateway_webhook_attempts_total',
    help: 'Webhook attempts by what followed: delivered, retried or failed for good',
    labelNames: ['result'],
    registers,
  });
  const exams = new Counter({
    name: 'pix_gateway_webhook_exams_total',
    help: 'Webhook exams that have ended, by result: passed or failed',
    labelNames: ['result'],
    registers,
  });
  return {
    ...durationsOf(registry),
    observeAttempt: (result) => attempts.labels(result).inc(),
    observeExam: (result) => exams.labels(result).inc(),
    gauge,
    counts({ name, help, label, read }) {
      const metric: Counter = new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect: () => {
          metric.reset();
          for (const [value, count] of read()) metric.inc({ [label]: value }, count);
        },
      });
    },
    watchPool(database) {
      const { pool, planKeepers } = database;
      const both = (count: 'totalCount' | 'idleCount' | 'waitingCount') => () =>
        pool[count] + (planKeepers?.[count] ?? 0);
      gauge('pix_gateway_database_connections', 'Open connections', both('totalCount'));
      gauge('pix_gateway_database_idle', 'Idle connections', both('idleCount'));
      gauge('pix_gateway_database_waiting', 'Waiting for one', both('waitingCount'));
      watchHosts(registry, pool.hosts);
    },
    values: () => allMetrics().getMetricsAsJSON(),
    render: async () => ({ text: await allMetrics().metrics(), contentType: registry.contentType }),
  };
}

/** The servers of the database, by `host:port`. */
function watchHosts(registry: Registry, hosts: DatabaseHosts): void {
  const registers = [registry];
  const inUse = new Gauge({
    name: 'pix_gateway_database_host',
    help: 'How many processes use this server of the database',
    labelNames: ['host'],
    registers,
    collect: () => {
      const { host, hosts: all } = hosts.facts();
      for (const name of all) inUse.labels(name).set(name === host ? 1 : 0);
    },
  });
  const moves = new Counter({
    name: 'pix_gateway_database_moves_total',
    help: 'Moves of processes to another server of the database',
    registers,
  });
  hosts.onMove(() => moves.inc());
  new Gauge({
    name: 'pix_gateway_database_split_brain',
    help: 'Processes that refuse all work because several servers of the database accept writes',
    registers,
    collect() {
      this.set(hosts.facts().primaries.length > 0 ? 1 : 0);
    },
  });
}

/** Makes `gauge`. A gauge whose read fails is left out and counted; all others are shown. */
function gaugesOf(registry: Registry): Metrics['gauge'] {
  const registers = [registry];
  const failures = new Counter({
    name: 'pix_gateway_metric_failures_total',
    help: 'Gauges that could not be read and were left out, by metric',
    labelNames: ['metric'],
    registers,
  });
  return (name, help, read) => {
    const metric: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => {
        try {
          metric.set(await read());
        } catch {
          metric.remove();
          failures.labels(name).inc();
        }
      },
    });
  };
}

function durationsOf(registry: Registry): Pick<Metrics, 'observeRequest' | 'observeBatch'> {
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({
      name: `pix_gateway_${name}`,
      help,
      labelNames,
      buckets,
      registers: [registry],
    });
  const requests = histogram(
    'request_duration_seconds',
    'Duration of HTTP requests by method, route and status',
    ['method', 'route', 'status'],
    SECONDS_BUCKETS,
  );
  const items = histogram('batch_items', 'Items in a batch', ['batch'], ITEMS_BUCKETS);
  const seconds = histogram(
    'batch_duration_seconds',
    'Duration of a batch',
    ['batch'],
    SECONDS_BUCKETS,
  );
  return {
    observeRequest: ({ method, route, status, durationMs }) =>
      requests.labels(method, route, String(status)).observe(durationMs / SECOND_MS),
    observeBatch(batch) {
      items.labels(batch.name).observe(batch.items);
      seconds.labels(batch.name).observe(batch.durationMs / SECOND_MS);
    },
  };
}
