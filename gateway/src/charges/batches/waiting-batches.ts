import type { Queryable } from '#src/ground/database/database.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { listWaitingBatches, readLongestWait } from './waiting-batch-store.ts';

/** For how many seconds the batch that has waited longest waits for the bank; 0 if none does. */
export async function readBatchWait(database: Queryable, now: number): Promise<number> {
  const since = await readLongestWait(database);
  return since === undefined ? 0 : Math.max(0, now - since) / SECOND_MS;
}

export { listWaitingBatches };
