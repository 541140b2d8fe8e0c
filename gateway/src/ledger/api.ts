import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { operatorRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { readsOfMerchant } from '#src/ground/work/request-batches.ts';
import { type BalanceDeps, balanceOperations } from './balance-operations.ts';
import { booksOperations } from './books-operations.ts';
import { readBalances } from './read-balance.ts';

/** Makes the function that reads the balance of a scope. */
export function balanceReader({ batcher }: ApiContext): BalanceDeps['readBalance'] {
  return batcher(
    'read-balances',
    (scopes, database) => readBalances(database, scopes),
    readsOfMerchant,
  );
}

/** The routes of the ledger. */
export function ledgerApi({ panel, config }: ApiContext, deps: BalanceDeps): RoomRoutes {
  return {
    api: [programRoutes(balanceOperations, deps, config)],
    operators: [operatorRoutes(booksOperations, panel)],
  };
}
