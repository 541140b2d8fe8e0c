import type { Queryable } from '#src/ground/database/database.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { TransactionKey } from './charge.ts';
import { type ChargeById, findChargesByIds, selectRenewal } from './charge-read-store.ts';
import { selectOpenChanges } from './due/change-store.ts';
import { amountDueAt, termsFromJson } from './due/due-terms.ts';

export { findChargesByIds };

/** The ids of those charges whose change the bank was asked for and has not confirmed. */
export async function findOpenChanges(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<readonly string[]> {
  return [...(await selectOpenChanges(database, keys))];
}

/** Whether the payer of an expired charge got a new one for it. */
export async function hasRenewal(database: Queryable, key: TransactionKey): Promise<boolean> {
  return (await selectRenewal(database, key)) !== undefined;
}

/** The price of a charge whose payment is received at an instant (milliseconds). */
export function amountAt({ amount, due }: FoundCharge, at: number): Centavos {
  return due ? amountDueAt(termsFromJson(due), at).amount : amount;
}

export type FoundCharge = ChargeById;
