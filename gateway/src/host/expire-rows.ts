import { dropExpiredPartitions, makePartitions } from '#src/ground/database/partitions.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { keysExpiredBefore } from '#src/ground/idempotency/key-days.ts';
import { loadParts } from '#src/rooms.ts';
import type { AppContext } from './context.ts';

export const PARTITIONS_INTERVAL_MS = MINUTE_MS;

/** Makes the partitions that will be needed, and drops those whose rows have expired. */
export async function keepPartitions({
  config: { retention },
  clock,
  database,
  logger,
  rooms,
}: Pick<AppContext, 'config' | 'clock' | 'database' | 'logger' | 'rooms'>): Promise<boolean> {
  const now = clock.now();
  await makePartitions(database, database.bucketId, now);
  const expiries = await loadParts(rooms, (room) => room.expiries);
  const dropped = await dropExpiredPartitions(database, [
    { table: 'idempotency_keys', before: keysExpiredBefore(now) },
    ...expiries.flatMap((expiriesAt) => expiriesAt(now, retention)),
  ]);
  if (dropped.length > 0) logger.info({ dropped }, 'expired rows were dropped');
  return false;
}
