import type { PayerOfCharge } from '#src/charges/charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { Subscription } from './subscription.ts';

/** Adds payers to the customers, in the caller's transaction; the room `reports` implements it. */
export type AddPayers = (
  tx: Transaction,
  scope: LedgerScope,
  payers: readonly PayerOfCharge[],
) => Promise<void>;

/** A payer whose subscription begins with a charge is known by that charge. */
export async function addPayersOf(
  tx: Transaction,
  subscriptions: readonly Subscription[],
  addPayers: AddPayers,
): Promise<void> {
  const added = subscriptions.filter(({ firstChargeId }) => firstChargeId === null);
  const scopes = Map.groupBy(
    added,
    ({ merchantId, environment }) => `${merchantId} ${environment}`,
  );
  // Transactions lock the customers of several scopes in one order.
  for (const [, group] of [...scopes].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const [scope] = group;
    const payers = group.map(({ id, payer }) => ({ id, ...payer }));
    if (scope) await addPayers(tx, scope, payers);
  }
}
