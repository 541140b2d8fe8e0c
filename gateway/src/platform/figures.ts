import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './database.ts';

const SECOND_MS = 1_000;
const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ITEMS_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export interface CountsFigure {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly read: () => ReadonlyMap<string, number>;
}

/** The figures of one process, in Prometheus' form. */
export interface Figures {
  observeRequest(request: {
    method: string;
    route: string;
    status: number;
    durationMs: number;
  }): void;
  observeBatch(batch: { name: string; items: number; durationMs: number }): void;
  observeAttempt(result: 'delivered' | 'retried' | 'failed'): void;
  /** A count by one label that is kept elsewhere and read when it is asked for. */
  counts(figure: CountsFigure): void;
  /** A figure that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  watchPool(database: Database): void;
  render(): Promise<{ text: string; contentType: string }>;
}

/** Starts counting. Each server has its own registry, so that two in one process don't mix. */
export function createFigures(): Figures {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'pix_gateway_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS_BUCKETS,
    registers,
  });
  const batchItems = new Histogram({
    name: 'pix_gateway_batch_items',
    help: 'Items in a batch',
    labelNames: ['batch'],
    buckets: ITEMS_BUCKETS,
    registers,
  });
  const batchSeconds = new Histogram({
    name: 'pix_gateway_batch_duration_seconds',
    help: 'Duration of a batch',
    labelNames: ['batch'],
    buckets: SECONDS_BUCKETS,
    registers,
  });
  const attempts = new Counter({
    name: 'pix_gateway_webhook_attempts_total',
    help: 'Webhook attempts by what followed: delivered, retried or failed for good',
    labelNames: ['result'],
    registers,
  });
  const gauge: Figures['gauge'] = (name, help, read) => {
    const figure: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => {
        figure.set(await read());
      },
    });
  };
  return {
    observeRequest: ({ method, route, status, durationMs }) =>
      requests.labels(method, route, String(status)).observe(durationMs / SECOND_MS),
    observeBatch({ name, items, durationMs }) {
      batchItems.labels(name).observe(items);
      batchSeconds.labels(name).observe(durationMs / SECOND_MS);
    },
    observeAttempt: (result) => attempts.labels(result).inc(),
    counts({ name, help, label, read }) {
      const figure: Counter = new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect: () => {
          figure.reset();
          for (const [value, count] of read()) figure.inc({ [label]: value }, count);
        },
      });
    },
    gauge,
    watchPool(database) {
      const { pool } = database;
      gauge('pix_gateway_database_connections', 'Open connections', () => pool.totalCount);
      gauge('pix_gateway_database_idle', 'Idle connections', () => pool.idleCount);
      gauge('pix_gateway_database_waiting', 'Waiting for one', () => pool.waitingCount);
    },
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
