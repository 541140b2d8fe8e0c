import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TelemetryConfig } from './telemetry-config.ts';

export interface Exporters {
  readonly traces: SpanExporter;
  readonly metrics: PushMetricExporter;
}

/**
 * Opens the exporters of a protocol; only those are loaded. They read OTEL_EXPORTER_OTLP_ENDPOINT,
 * _HEADERS, _COMPRESSION, _CERTIFICATE and the variables for one signal from the environment.
 */
export async function openExporters(
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
