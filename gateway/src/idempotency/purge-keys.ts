import type { Database } from '#src/platform/database.ts';
import { deleteExpiredKeys } from './idempotency-store.ts';

const KEYS_MAX = 5_000;

/**
 * Deletes expired keys, a bounded number at a time. Nothing depends on it: a claim treats an
 * expired key as absent. @returns whether there may be more.
 */
export async function purgeExpiredKeys(database: Database, now: number): Promise<boolean> {
  const deleted = await database.transaction((tx) =>
    deleteExpiredKeys(tx, new Date(now), KEYS_MAX),
  );
  return deleted === KEYS_MAX;
}
