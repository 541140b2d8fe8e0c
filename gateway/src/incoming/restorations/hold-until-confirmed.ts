import type { Queryable } from '#src/ground/database/database.ts';
import { selectOpenRestoration } from './restoration-store.ts';

/**
 * Makes a round of work that does nothing while a restored backup waits for its confirmation,
 * because another restore may undo the changes that it would report. A database is restored only
 * while no gateway runs on it, so after a round without an open restoration the database is not
 * asked again.
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
