import { createRequire } from 'node:module';
import type { RateLimiterRes as Result } from 'rate-limiter-flexible';

type Library = typeof import('rate-limiter-flexible');

const require = createRequire(import.meta.url);
// The whole package has a limiter for each of many databases, which would delay each start.
const load = <Name extends keyof Library>(name: Name): Library[Name] =>
  require(`rate-limiter-flexible/lib/${name}.js`);
const RateLimiterMemory = load('RateLimiterMemory');
const RateLimiterRes = load('RateLimiterRes');

/** The limiter only counts: the callers compare with their limits. */
export const UNLIMITED_POINTS = 2_000_000_000;
/** Each count names its own window. */
export const USUAL_SECONDS = 60;

/** A count in its window. */
export interface Counted {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
}

/** Counts under names, each in a window of time that starts at the first count. */
export interface WindowCounts {
  /** Adds 1, or `times`, to the count of a name; a new window lasts `seconds`. */
  add(name: string, seconds: number, times?: number): Promise<Counted>;
  /** Subtracts 1 from the count of a name. */
  subtract(name: string): Promise<void>;
}

/** The operations of the limiters of `rate-limiter-flexible` that the counts use. */
export interface Limiter {
  consume(key: string, points: number, options: { customDuration: number }): Promise<Result>;
  reward(key: string, points: number): Promise<unknown>;
}

/** Counts in the memory of this process. */
export function memoryCounts(): WindowCounts {
  return countsOf(new RateLimiterMemory({ points: UNLIMITED_POINTS, duration: USUAL_SECONDS }));
}

/** Counts with a limiter. Throws its errors, such as those of a connection. */
export function countsOf(limiter: Limiter): WindowCounts {
  return {
    async add(name, customDuration, times = 1) {
      const { consumedPoints, msBeforeNext } = await limiter
        .consume(name, times, { customDuration })
        .catch((error: unknown) => {
          if (error instanceof RateLimiterRes) return error;
          throw error;
        });
      return { count: consumedPoints, msLeft: msBeforeNext };
    },
    async subtract(name) {
      await limiter.reward(name, 1);
    },
  };
}
