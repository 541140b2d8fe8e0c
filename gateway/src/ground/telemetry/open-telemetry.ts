import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  MeterProvider,
  type MetricProducer,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { Logger } from '../log.ts';
import type { MetricValues } from '../metrics.ts';
import { packageVersion } from '../package-version.ts';
import { toOtlpMetrics } from './metric-values.ts';
import type { TelemetryConfig } from './telemetry-config.ts';
import { createRequestTracing, type RequestTracing } from './trace-requests.ts';
import { traceWork } from './trace-work.ts';

const NAME = 'pix-gateway';
/** Spans that wait for the collector; further ones are dropped. About 1 KB each. */
const SPANS_MAX = 4_096;
const EXPORT_TIMEOUT_MS = 10 * SECOND_MS;
/** How long a stop waits for the collector. */
const FLUSH_TIMEOUT_MS = 2 * SECOND_MS;

export interface TelemetryOptions {
  readonly config: TelemetryConfig;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The metrics of this process. */
  readonly readMetrics: () => Promise<MetricValues>;
  /** The kind of this process: `primary` or `http`. */
  readonly part: string;
}

export interface Telemetry {
  readonly requests: RequestTracing;
  /** Sends waiting spans and metrics, for up to two seconds. Never rejects. */
  stop(): Promise<void>;
}

/**
 * Begins to send the traces and metrics of this process by OTLP. Each process sends its own, as an
 * instance of one service. While the collector doesn't answer, the queue of spans fills and further
 * ones are dropped: nothing else waits for it. The providers are not OpenTelemetry's global ones,
 * because libraries would then add spans of their own, with attributes that we don't know.
 */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { config, logger, part } = options;
  setGlobalErrorHandler(warnOf(logger, options.now));
  const resource = resourceOf(part);
  const exporters = await openExporters(config.protocol, EXPORT_TIMEOUT_MS);
  const tracers = new TracerProvider({
    resource,
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: exporters.traces, maxQueueSize: SPANS_MAX }),
    ],
  });
  const reader = new PeriodicExportingMetricReader({
    exporter: exporters.metrics,
    exportIntervalMillis: config.metricsEveryMs,
    exportTimeoutMillis: Math.min(EXPORT_TIMEOUT_MS, config.metricsEveryMs),
    metricProducers: [producerOf(options, resource)],
  });
  const meters = new MeterProvider({ resource, readers: [reader] });
  const tracer = tracers.getTracer(NAME, packageVersion);
  const untrace = traceWork(tracer);
  return {
    requests: createRequestTracing(tracer),
    async stop() {
      untrace();
      const flushed = Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
      const timeout = new AbortController();
      const { signal } = timeout;
      await Promise.race([flushed, pause(FLUSH_TIMEOUT_MS, undefined, { signal })]);
      timeout.abort();
    },
  };
}

/** Produces the metrics of the Prometheus registry, so that both always agree. */
function producerOf({ readMetrics, now }: TelemetryOptions, resource: Resource): MetricProducer {
  const startedAt = now();
  return {
    async collect() {
      const metrics = toOtlpMetrics(await readMetrics(), { startedAt, readAt: now() });
      const scope = { name: NAME, version: packageVersion };
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
    },
  };
}

/** The name of this process, which OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES may change. */
function resourceOf(part: string): Resource {
  const own = resourceFromAttributes({
    'service.name': NAME,
    'service.version': packageVersion,
    'service.instance.id': randomUUID(),
    'pix_gateway.process': part,
  });
  return own.merge(detectResources({ detectors: [envDetector] }));
}

/** Logs that the collector doesn't answer, once a minute at most. */
function warnOf(logger: Logger, now: () => number): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    if (now() < quietUntil) return;
    quietUntil = now() + MINUTE_MS;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    logger.warn({ reason: reason.slice(0, 200) }, 'traces or metrics could not be sent');
  };
}

interface Exporters {
  readonly traces: SpanExporter;
  readonly metrics: PushMetricExporter;
}

/**
 * Opens the exporters of a protocol; only those are loaded. They read OTEL_EXPORTER_OTLP_ENDPOINT,
 * _HEADERS, _COMPRESSION, _CERTIFICATE and the variables for one signal from the environment.
 */
async function openExporters(
  protocol: TelemetryConfig['protocol'],
  timeoutMillis: number,
): Promise<Exporters> {
  const [{ OTLPTraceExporter }, { OTLPMetricExporter }] = await load(protocol);
  const options = { timeoutMillis };
  return { traces: new OTLPTraceExporter(options), metrics: new OTLPMetricExporter(options) };
}

function load(protocol: TelemetryConfig['protocol']) {
  if (protocol === 'http/json') {
    return Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/exporter-metrics-otlp-http'),
    ]);
  }
  return Promise.all([
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/exporter-metrics-otlp-proto'),
  ]);
}

/** The sampler for one of OpenTelemetry's names. */
function samplerOf({ sampler, ratio }: TelemetryConfig): Sampler {
  const name = sampler.replace('parentbased_', '');
  const root = rootSampler(name, ratio);
  return name === sampler ? root : new ParentBasedSampler({ root });
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
