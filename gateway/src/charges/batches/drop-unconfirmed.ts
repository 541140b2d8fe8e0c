import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { deleteUnconfirmed, lockBatch, selectUnconfirmed } from './charge-batch-store.ts';
import { deleteLines } from './charge-line-store.ts';

/** How long a file waits for its confirmation. */
const KEPT_MS = DAY_MS;
const BATCHES_AT_ONCE = 20;

/**
 * Deletes files that no member has confirmed within 24 hours, with all that they say of payers.
 * @returns whether there may be more.
 */
export async function dropUnconfirmed({ database, clock }: DatabaseAndClock): Promise<boolean> {
  const before = clock.now() - KEPT_MS;
  const keys = await selectUnconfirmed(database, { before, limit: BATCHES_AT_ONCE });
  for (const key of keys) {
    await database.transaction(async (tx) => {
      const batch = await lockBatch(tx, key);
      // It may have been confirmed meanwhile.
      if (batch?.status !== 'checked') return;
      deleteLines(tx, key);
      deleteUnconfirmed(tx, key);
    });
  }
  return keys.length === BATCHES_AT_ONCE;
}
