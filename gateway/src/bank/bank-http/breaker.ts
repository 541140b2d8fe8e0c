import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  isBrokenCircuitError,
} from 'cockatiel';
import { SECOND_MS } from '#src/ground/durations.ts';
import type { Logger } from '#src/ground/log.ts';

export interface BreakerSettings<Result> {
  readonly isFailure: (result: Result) => boolean;
  /** How many consecutive failures open it. */
  readonly failures: number;
  /** How long it stays open before one call is tried, in milliseconds. */
  readonly openMs: number;
  readonly logger: Logger;
}

/** A circuit breaker: while the bank fails, calls to it are not sent. */
export interface Breaker<Result> {
  /** Runs the call, or returns `refuse(seconds)` without running it. Throws what it throws. */
  run(call: () => Promise<Result>, refuse: (retryAfterSeconds: number) => Result): Promise<Result>;
}

/** Opens after consecutive failures; after `openMs` one call decides whether it closes. */
export function createBreaker<Result>(settings: BreakerSettings<Result>): Breaker<Result> {
  const policy = circuitBreaker(
    handleWhenResult((result) => settings.isFailure(result as Result)),
    { breaker: new ConsecutiveBreaker(settings.failures), halfOpenAfter: settings.openMs },
  );
  let openedAt = 0;
  policy.onBreak(() => {
    openedAt = performance.now();
    settings.logger.error('o banco não responde; as chamadas a ele ficam suspensas');
  });
  policy.onReset(() => settings.logger.info('o banco voltou a responder'));
  const secondsLeft = (): number => {
    const leftMs = openedAt + settings.openMs - performance.now();
    return Math.max(1, Math.ceil(leftMs / SECOND_MS));
  };
  return {
    run: async (call, refuse) => {
      // The library would make these calls wait for the one that is tried.
      if (policy.state === CircuitState.HalfOpen) return refuse(1);
      try {
        return await policy.execute(call);
      } catch (error) {
        if (isBrokenCircuitError(error)) return refuse(secondsLeft());
        throw error;
      }
    },
  };
}
