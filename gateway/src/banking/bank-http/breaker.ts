import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  isBrokenCircuitError,
} from 'cockatiel';
import { SECOND_MS } from '#src/platform/durations.ts';
import type { Logger } from '#src/platform/log.ts';

export interface BreakerSettings<Result> {
  readonly isFailure: (result: Result) => boolean;
  /** How many failures in a row open it. */
  readonly failures: number;
  /** How long it stays open before one call may try. */
  readonly openMs: number;
  readonly logger: Logger;
}

/** Lets calls through to a bank that works, and says at once that a dead one is dead. */
export interface Breaker<Result> {
  /** Runs the call, or answers `refuse(seconds)` without running it. */
  run(call: () => Promise<Result>, refuse: (retryAfterSeconds: number) => Result): Promise<Result>;
}

/** Opens after so many failures in a row; after a while one call tries, and decides. */
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
      // The library would make these wait for the call that tries, as long as that takes.
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
