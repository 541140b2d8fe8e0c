import type { Queryable } from '#src/ground/database/database.ts';
import type { TransactionKey } from '../charge.ts';
import type { EarlierFields } from '../standard-charge.ts';
import { selectEarlier } from './revision-of-charge-store.ts';

/** The fields that a charge had in an earlier revision; undefined for an unknown one. */
export function selectEarlierOf(
  database: Queryable,
  charge: TransactionKey,
  revision: number,
): Promise<EarlierFields | undefined> {
  return selectEarlier(database, charge, revision);
}
