import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TelemetryConfig } from './telemetry-config.ts';

/** The sampler of a name that OpenTelemetry defines. */
export function samplerOf({ sampler, ratio }: TelemetryConfig): Sampler {
  const name = sampler.replace('parentbased_', '');
  const root = rootSampler(name, ratio);
  return name === sampler ? root : new ParentBasedSampler({ root });
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
