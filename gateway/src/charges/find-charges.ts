import type { Queryable } from '#src/ground/database/database.ts';
import { type ChargeById, selectChargesByIds } from './charge-by-id-store.ts';

/** Finds charges of any merchant by their ids alone, in no order; unknown ids are left out. */
export function findChargesByIds(
  database: Queryable,
  ids: readonly string[],
): Promise<ChargeById[]> {
  return selectChargesByIds(database, ids);
}

export type FoundCharge = Awaited<ReturnType<typeof findChargesByIds>>[number];
