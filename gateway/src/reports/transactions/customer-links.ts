import type { PayerOfCharge } from '#src/charges/charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';

/** Finds the customers of charges. */
export interface CustomerIndex {
  /** Links the newest charges of a scope to their customers, so that a read finds them. */
  linkNewest(scope: LedgerScope): Promise<void>;
  /** The id of the customer with a document. */
  idOf(scope: LedgerScope, document: string): Promise<string>;
  /**
   * Adds the payers of subscriptions, in the caller's transaction: a payer without a charge must
   * be found and erased too. A customer that exists stays as it is. The id of the subscription
   * stands in place of the first charge.
   */
  addPayers(tx: Transaction, scope: LedgerScope, payers: readonly PayerOfCharge[]): Promise<void>;
}
