import type { Queryable } from '#src/ground/database/database.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { listWaitingBatches, selectLongestWaits } from './charge-batch-store.ts';

/** For how many seconds the batch that has waited longest waits for the bank; 0 if none does. */
export async function readBatchWait(database: Queryable, now: number): Promise<number> {
  const waits = (await selectLongestWaits(database)).flatMap(({ since }) => since ?? []);
  return waits.length === 0 ? 0 : Math.max(0, now - Math.min(...waits)) / SECOND_MS;
}

export { listWaitingBatches };
