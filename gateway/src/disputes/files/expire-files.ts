import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { deleteOldFiles } from './dispute-file-store.ts';

const FILES_AT_ONCE = 100;

/** Deletes files of disputes that are older than `days`. @returns whether there may be more. */
export async function expireFiles(
  { database, clock }: { readonly database: Queryable; readonly clock: Clock },
  days: number,
): Promise<boolean> {
  const beforeId = firstIdAt(clock.now() - days * DAY_MS);
  return (await deleteOldFiles(database, { beforeId, limit: FILES_AT_ONCE })) === FILES_AT_ONCE;
}
