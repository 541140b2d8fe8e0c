import { Refusal } from '../errors/problems.ts';

/** The state of a limit after something was counted. */
export interface CountedLimit {
  readonly isExceeded: boolean;
  /** Seconds until the count starts again. */
  readonly resetSeconds: number;
}

/** Refuses `rate_limited` when a limit is exceeded. */
export function refuseExceeded({ isExceeded, resetSeconds }: CountedLimit): void {
  if (isExceeded) throw new Refusal('rate_limited', { retryAfterSeconds: resetSeconds });
}
