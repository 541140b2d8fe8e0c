import type { Queryable } from '#src/ground/database/database.ts';
import { idFromTxid } from '#src/ground/pix/txid.ts';
import type { Location } from './location.ts';
import { selectLocationByToken } from './location-store.ts';

export { countLocations, pageLocations } from './location-store.ts';

/** The location of any merchant by the last part of its url in the test environment. */
export async function findLocationByToken(
  database: Queryable,
  text: string,
): Promise<Location | undefined> {
  const token = idFromTxid(text);
  return token === undefined ? undefined : selectLocationByToken(database, { token });
}
