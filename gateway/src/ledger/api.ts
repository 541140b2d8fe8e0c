import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { readsOfMerchant } from '#src/ground/work/request-batches.ts';
import { type BalanceRoutesDeps, balanceRoute } from './balance-routes.ts';
import { ledgerOperatorRoutes } from './ledger-operator-routes.ts';
import { readBalances } from './read-balance.ts';

/** Makes the function that reads the balance of a scope. */
export function balanceReader({ batcher }: ApiContext): BalanceRoutesDeps['readBalance'] {
  return batcher(
    'read-balances',
    (scopes, database) => readBalances(database, scopes),
    readsOfMerchant,
  );
}

/** The routes of the ledger. */
export function ledgerApi({ panel }: ApiContext, { readBalance }: BalanceRoutesDeps): RoomRoutes {
  return {
    api: [balanceRoute({ readBalance })],
    operators: [ledgerOperatorRoutes(panel)],
  };
}
