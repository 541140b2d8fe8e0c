import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { SECOND_MS } from '#src/platform/durations.ts';
import { clientNetwork } from '#src/platform/http/client-network.ts';
import type { Logger } from '#src/platform/log.ts';

const WINDOW_SECONDS = 60;
const FAILURES_PER_WINDOW = 30;
/** The limiter only counts: the limit is an attribute of the key. */
const UNLIMITED_POINTS = 2_000_000_000;

/** The state of a rate limit after a request was counted. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends; at least 1. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

export interface RateLimits {
  /** Counts a request with a correct secret. The window starts at the first one. */
  countRequest(key: string, limit: number): Promise<Budget>;
  /** Counts a failed authentication from an address. */
  countFailure(address: string): Promise<Budget>;
  /** Counts an attempt under a name. Its window of so many seconds starts at the first one. */
  countAttempt(name: string, limit: number, seconds: number): Promise<Budget>;
  /** Subtracts one attempt that was counted. */
  undoAttempt(name: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Counts in memory, or in Redis when several processes share the limits. While Redis doesn't
 * answer, each process counts separately, so that the gateway works without it.
 */
export function createRateLimits(redisUrl: string | undefined, logger: Logger): RateLimits {
  const options = { points: UNLIMITED_POINTS, duration: WINDOW_SECONDS };
  const redis = redisUrl === undefined ? undefined : openRedis(redisUrl, logger);
  const limiter = (keyPrefix: string) => {
    const memory = new RateLimiterMemory({ ...options, keyPrefix });
    if (!redis) return memory;
    return new RateLimiterRedis({
      ...options,
      keyPrefix,
      storeClient: redis,
      insuranceLimiter: memory,
    });
  };
  const requests = limiter('pix-gateway:requests');
  const failures = limiter('pix-gateway:failures');
  const attempts = limiter('pix-gateway:attempts');
  return {
    countRequest: async (key, limit) => budgetOf(await consume(requests, key), limit),
    countFailure: async (address) =>
      budgetOf(await consume(failures, clientNetwork(address)), FAILURES_PER_WINDOW),
    countAttempt: async (name, limit, customDuration) =>
      budgetOf(await consume(attempts, name, { customDuration }), limit),
    undoAttempt: async (name) => {
      await attempts.reward(name, 1);
    },
    close: async () => {
      await redis?.quit().catch(() => redis.disconnect());
    },
  };
}

async function consume(
  limiter: RateLimiterMemory | RateLimiterRedis,
  key: string,
  options: { customDuration?: number } = {},
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, 1, options);
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
}

function budgetOf(counted: RateLimiterRes, limit: number): Budget {
  return {
    limit,
    remaining: Math.max(0, limit - counted.consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(counted.msBeforeNext / SECOND_MS)),
    isExceeded: counted.consumedPoints > limit,
  };
}

function openRedis(redisUrl: string, logger: Logger): Redis {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false });
  redis.on('error', (error: Error) =>
    logger.warn({ reason: error.message }, 'Redis does not answer'),
  );
  return redis;
}
