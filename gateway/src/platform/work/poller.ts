import type { Logger } from '../log.ts';

const PAUSE_AFTER_ERROR_MS = 1_000;

export interface Poller {
  /** Ends the loop and waits for the round that is under way. */
  stop(): Promise<void>;
}

export interface PollerOptions {
  readonly name: string;
  readonly intervalMs: number;
  /** One round; true when there may be more to do at once. Must be safe to repeat. */
  readonly work: () => Promise<boolean>;
  readonly logger: Logger;
}

/**
 * Repeats a round of work until it is stopped. A round that fails is logged and repeated, so the
 * loop continues after an outage of the database.
 */
export function startPoller(options: PollerOptions): Poller {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let isRunning = true;

  async function run(): Promise<void> {
    while (isRunning) {
      let pauseMs = options.intervalMs;
      try {
        if (await options.work()) pauseMs = 0;
      } catch (error) {
        options.logger.error({ err: error, poller: options.name }, 'a round of work failed');
        pauseMs = PAUSE_AFTER_ERROR_MS;
      }
      if (pauseMs > 0 && isRunning) await pause(pauseMs);
    }
  }

  function pause(durationMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, durationMs);
    void stopped.then(() => {
      clearTimeout(timer);
      resolve();
    });
    return promise;
  }

  const running = run();
  return {
    stop() {
      isRunning = false;
      stop();
      return running;
    },
  };
}
