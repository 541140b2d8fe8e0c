import type { Queryable } from '#src/ground/database/database.ts';
import { selectOpenRestoration } from './restoration-store.ts';

/**
 * Makes a round of work that does nothing while a restored backup waits for its confirmation: what
 * it would tell may be undone by another restore. A database is restored only while no gateway runs
 * on it, so the first round without an open restoration is the last one that asks.
 */
export function holdUntilConfirmed(
  database: Queryable,
  work: () => Promise<boolean>,
): () => Promise<boolean> {
  let isConfirmed = false;
  return async () => {
    isConfirmed ||= (await selectOpenRestoration(database)) === undefined;
    return isConfirmed ? work() : false;
  };
}
