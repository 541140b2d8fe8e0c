/** How traces and metrics are sent. The exporters read the address and its headers themselves. */
export interface TelemetryConfig {
  readonly address: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  readonly sampler: (typeof SAMPLERS)[number];
  /** From 0 to 1; for the samplers with a ratio. */
  readonly ratio: number;
  readonly metricsEveryMs: number;
}

/** The part of the reader of the environment that is used here. */
interface Variables {
  optional(name: string): string | undefined;
  url(name: string): string | undefined;
  oneOf(name: string, otherwise: string, allowed: readonly string[]): string;
  integer(name: string, otherwise: number, bounds: { min: number; max: number }): number;
}

/** OpenTelemetry's names of samplers. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const RATIO = /^(0|1|0?\.\d{1,9}|1\.0{1,9})$/;
const METRICS_EVERY_MS = 60_000;
const INTERVAL = { min: 1_000, max: 3_600_000 };

/**
 * Reads the variables of OpenTelemetry; undefined without OTEL_EXPORTER_OTLP_ENDPOINT. Throws the
 * error that `refuse` makes for a wrong variable.
 */
export function readTelemetryConfig(
  read: Variables,
  refuse: (message: string) => Error,
): TelemetryConfig | undefined {
  const address = read.url('OTEL_EXPORTER_OTLP_ENDPOINT');
  const protocol = read.oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', PROTOCOLS[0], PROTOCOLS);
  const sampler = read.oneOf('OTEL_TRACES_SAMPLER', 'parentbased_always_on', SAMPLERS);
  const ratio = read.optional('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  if (!RATIO.test(ratio)) {
    throw refuse('OTEL_TRACES_SAMPLER_ARG inválida: esperado um número de 0 a 1, como 0.01');
  }
  const metricsEveryMs = read.integer('OTEL_METRIC_EXPORT_INTERVAL', METRICS_EVERY_MS, INTERVAL);
  if (address === undefined) return undefined;
  return Object.freeze({
    address,
    protocol: protocol as TelemetryConfig['protocol'],
    sampler: sampler as TelemetryConfig['sampler'],
    ratio: Number(ratio),
    metricsEveryMs,
  });
}
