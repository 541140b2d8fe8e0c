import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Logger } from '../log.ts';
import { countsOf, UNLIMITED_POINTS, USUAL_SECONDS, type WindowCounts } from './window-counts.ts';

/**
 * Counts in Redis, for gateways on several machines. While Redis doesn't answer, it uses the other
 * counts, so that the gateway works without Redis.
 */
export function openRedisCounts(
  redisUrl: string,
  logger: Logger,
  otherwise: WindowCounts,
): WindowCounts & { close(): Promise<void> } {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false });
  redis.on('error', (error: Error) =>
    logger.warn({ reason: error.message }, 'Redis does not answer'),
  );
  const shared = countsOf(
    new RateLimiterRedis({
      points: UNLIMITED_POINTS,
      duration: USUAL_SECONDS,
      keyPrefix: 'pix-gateway',
      storeClient: redis,
    }),
  );
  return {
    add: (...step) => shared.add(...step).catch(() => otherwise.add(...step)),
    subtract: (name) => shared.subtract(name).catch(() => otherwise.subtract(name)),
    close: () =>
      redis.quit().then(
        () => {},
        () => redis.disconnect(),
      ),
  };
}
