import type { ItemKey } from '#src/ground/clocks/test-clock.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { releaseFromLane } from './lease-end-store.ts';
import { announceDeliveries } from './new-deliveries.ts';

/** Deliveries that wait for their test clock. */
export type WaitingDelivery = ItemKey & { readonly eventId: string | null };

/**
 * Makes deliveries that wait for their test clock due now, by the real time, in one transaction
 * with the statements of `take`. With `isDetached` later attempts are due by the real time too.
 */
export async function releaseFromClock(
  { database, now }: { readonly database: Database; readonly now: number },
  waiting: readonly WaitingDelivery[],
  how: {
    readonly take: (tx: Transaction, items: readonly ItemKey[]) => void;
    readonly isDetached: boolean;
  },
): Promise<void> {
  await database.transaction(async (tx) => {
    how.take(tx, waiting);
    releaseFromLane(tx, waiting, { at: now, isDetached: how.isDetached });
    tx.onCommit(() => announceDeliveries(new Set([database.bucketId])));
  });
}
