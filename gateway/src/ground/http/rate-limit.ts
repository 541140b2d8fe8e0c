import { SECOND_MS } from '../durations.ts';
import type { Counted, WindowCounts } from '../work/window-counts.ts';
import { clientNetwork } from './client-network.ts';

const WINDOW_SECONDS = 60;
const FAILURES_PER_WINDOW = 30;

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
  /** Counts an attempt under a name. The window of `seconds` starts at the first attempt. */
  countAttempt(name: string, limit: number, seconds: number): Promise<Budget>;
  /** Subtracts one attempt that was counted. */
  undoAttempt(name: string): Promise<void>;
}

/** Creates the limits of requests and attempts on the counts that the processes share. */
export function createRateLimits(counts: WindowCounts): RateLimits {
  return {
    countRequest: async (key, limit) =>
      budgetOf(await counts.add(`requests:${key}`, WINDOW_SECONDS), limit),
    countFailure: async (address) => {
      const name = `failures:${clientNetwork(address)}`;
      return budgetOf(await counts.add(name, WINDOW_SECONDS), FAILURES_PER_WINDOW);
    },
    countAttempt: async (name, limit, seconds) =>
      budgetOf(await counts.add(`attempts:${name}`, seconds), limit),
    undoAttempt: (name) => counts.subtract(`attempts:${name}`),
  };
}

function budgetOf({ count, msLeft }: Counted, limit: number): Budget {
  return {
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil(msLeft / SECOND_MS)),
    isExceeded: count > limit,
  };
}
