import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '#src/ground/durations.ts';
import type { Logger } from '#src/ground/log.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import type { WorkSharing } from '#src/ground/work/work-sharing.ts';
import type { DeliveryLeaser } from './lease-deliveries.ts';

/** The database may still run a statement of a killed process, which leases deliveries to it. */
const AGAIN_AFTER_MS = SECOND_MS;

export interface TakeOverDeps {
  readonly sharing: Pick<WorkSharing, 'onEnd'>;
  readonly leaser: Pick<DeliveryLeaser, 'takeOver'>;
  readonly logger: Logger;
  /** Called when a round may lease deliveries that were taken over. */
  readonly wake: () => void;
}

/**
 * Ends the leases of each process that ends, at once and a second later, so that its deliveries
 * don't wait for the end of their leases. When this fails, they do.
 */
export function takeOverDeliveries({ sharing, leaser, logger, wake }: TakeOverDeps): RunningWork {
  const stopped = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function takeOver(processId: string): Promise<void> {
    await leaser.takeOver(processId);
    wake();
    await pause(AGAIN_AFTER_MS, undefined, { signal: stopped.signal });
    await leaser.takeOver(processId);
    wake();
  }

  const stopListening = sharing.onEnd((processId) => {
    const running = takeOver(processId)
      .catch((error: unknown) => {
        if (!stopped.signal.aborted) logger.error({ err: error }, 'deliveries were not taken over');
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
