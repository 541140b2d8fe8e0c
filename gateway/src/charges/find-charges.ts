import type { Queryable } from '#src/ground/database/database.ts';
import type { TransactionKey } from './charge.ts';
import { type ChargeById, selectChargesByIds } from './charge-by-id-store.ts';
import { selectOpenChanges } from './due/change-store.ts';
import { amountDueAt, termsFromJson } from './due/due-terms.ts';

/** Finds charges of any merchant by their ids alone, in no order; unknown ids are left out. */
export function findChargesByIds(
  database: Queryable,
  ids: readonly string[],
): Promise<ChargeById[]> {
  return selectChargesByIds(database, ids);
}

/** The ids of those charges whose change the bank was asked for and has not confirmed. */
export async function findOpenChanges(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<readonly string[]> {
  return [...(await selectOpenChanges(database, keys))];
}

/** The price of a charge whose payment is received at an instant (milliseconds). */
export function amountAt({ amount, due }: FoundCharge, at: number): bigint {
  return due ? amountDueAt(termsFromJson(due), at).amount : amount;
}

export type FoundCharge = Awaited<ReturnType<typeof findChargesByIds>>[number];
