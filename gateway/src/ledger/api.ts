import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { readsOfMerchant } from '#src/ground/work/request-batches.ts';
import { type BalanceRoutesDeps, balanceRoute } from './balance-routes.ts';
import { ledgerOperatorRoutes } from './ledger-operator-routes.ts';
import { readBalances } from './read-balance.ts';

/** The operations and routes of the ledger. */
export function ledgerApi({ batcher, panel }: ApiContext): BalanceRoutesDeps & RoomRoutes {
  const readBalance: BalanceRoutesDeps['readBalance'] = batcher(
    'read-balances',
    (scopes, database) => readBalances(database, scopes),
    readsOfMerchant,
  );
  return {
    readBalance,
    api: [balanceRoute({ readBalance })],
    operators: [ledgerOperatorRoutes(panel)],
  };
}
