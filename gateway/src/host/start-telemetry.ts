import type { Telemetry } from '#src/ground/telemetry/open-telemetry.ts';
import type { AppContext } from './context.ts';

/**
 * Begins to send the traces and metrics of this process, if the configuration says where to. The
 * library is loaded only then.
 */
export async function startTelemetry(
  { config, logger, clock, metrics }: AppContext,
  part: 'primary' | 'http',
): Promise<Telemetry | undefined> {
  if (!config.telemetry) return undefined;
  const { openTelemetry } = await import('#src/ground/telemetry/open-telemetry.ts');
  const options = { logger, now: clock.now, readMetrics: metrics.values, part };
  return openTelemetry({ config: config.telemetry, ...options });
}
