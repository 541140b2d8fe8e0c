import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '../durations.ts';
import type { Logger } from '../log.ts';
import type { RunningWork } from './start-in-buckets.ts';
import type { WorkSharing } from './work-sharing.ts';

/** The database may still run a statement of a killed process, which leases rows to it. */
const AGAIN_AFTER_MS = SECOND_MS;

export interface TakeOverDeps {
  readonly sharing: Pick<WorkSharing, 'onEnd'>;
  readonly logger: Logger;
  /** Called when a round may find work that was taken over. */
  readonly wake: () => void;
}

/**
 * Runs `endLeasesOf` for each process that ends, at once and a second later, so that its work
 * doesn't wait for the end of its leases. When this fails, it does.
 */
export function takeOverWork(
  { sharing, logger, wake }: TakeOverDeps,
  endLeasesOf: (processId: string) => Promise<void>,
): RunningWork {
  const stopped = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function takeOver(processId: string): Promise<void> {
    await endLeasesOf(processId);
    wake();
    await pause(AGAIN_AFTER_MS, undefined, { signal: stopped.signal });
    await endLeasesOf(processId);
    wake();
  }

  const stopListening = sharing.onEnd((processId) => {
    const running = takeOver(processId)
      .catch((error: unknown) => {
        if (!stopped.signal.aborted) logger.error({ err: error }, 'work was not taken over');
      })
      .finally(() => underWay.delete(running));
    underWay.add(running);
  });
  return {
    async stop() {
      stopListening();
      stopped.abort();
      await Promise.all(underWay);
    },
  };
}
