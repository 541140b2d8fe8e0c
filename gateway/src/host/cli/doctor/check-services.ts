import type { Config } from '#src/ground/config/config.ts';
import { type Check, ok, reasonOf, skipped, warning } from './finding.ts';

const TIMEOUT_MS = 4_000;
const ANY_ADDRESS = new Set(['0.0.0.0', '::', '[::]']);

/** Checks that the gateway serves at its port, with its database. */
export const gatewayCheck: Check = {
  name: 'gateway',
  limitMs: 6_000,
  run: async ({ config }) => {
    if (!config.roles.has('api')) return [skipped('com ROLES=worker não há HTTP')];
    const address = ownAddress(config);
    try {
      const status = await statusOf(`${address}/readyz`);
      if (status === 200) return [ok(`atende em ${address}`)];
      const message = `está no ar em ${address} e não está pronto (${status})`;
      return [warning(message, 'veja "database" acima e o log do gateway')];
    } catch {
      return [warning(`ninguém atende em ${address}`, 'inicie o gateway, ou confira PORT e HOST')];
    }
  },
};

/** The status of a GET, whose body is left unread. Rejects when none comes within 4 seconds. */
async function statusOf(address: string): Promise<number> {
  const { status, body } = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await body?.cancel();
  return status;
}

function ownAddress({ host, port }: Config): string {
  if (ANY_ADDRESS.has(host)) return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Checks that Redis answers. Without it the gateway works and counts on each machine alone. */
export const redisCheck: Check = {
  name: 'redis',
  limitMs: 6_000,
  run: async ({ config: { redisUrl } }) => {
    if (!redisUrl) return [skipped('sem REDIS_URL cada máquina conta os limites sozinha')];
    const { Redis } = await import('ioredis');
    const redis = new Redis(redisUrl, {
      lazyConnect: true,
      connectTimeout: TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    let reason: unknown;
    redis.on('error', (error) => {
      reason = error;
    });
    try {
      await redis.connect();
      await redis.ping();
      return [ok('o Redis atende')];
    } catch (error) {
      return [
        warning(
          `o Redis não atende: ${reasonOf(reason ?? error)}`,
          'confira REDIS_URL; até lá cada máquina conta os limites sozinha',
        ),
      ];
    } finally {
      redis.disconnect();
    }
  },
};

/** Checks that the collector of traces and metrics gives any answer. */
export const telemetryCheck: Check = {
  name: 'telemetry',
  limitMs: 6_000,
  run: async ({ config: { telemetry } }) => {
    if (!telemetry) return [skipped('sem OTEL_EXPORTER_OTLP_ENDPOINT nada é enviado')];
    try {
      await statusOf(telemetry.address);
      return [ok('o coletor de OpenTelemetry atende')];
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      return [
        warning(
          `o coletor de OpenTelemetry não atende: ${reasonOf(cause ?? error)}`,
          'confira OTEL_EXPORTER_OTLP_ENDPOINT; o gateway funciona sem ele',
        ),
      ];
    }
  },
};
