import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { BALANCE_FIELDS, balanceView } from './balance-view.ts';
import type { Balance } from './read-balance.ts';

export interface BalanceRoutesDeps {
  readonly readBalance: Batcher<LedgerScope, Balance>;
}

const BalanceAnswer = Type.Object(
  {
    environment: oneOf(['test', 'live'], {
      description: 'O ambiente da chave.',
      examples: ['test'],
    }),
    currency: oneOf(['BRL'], { description: 'Moeda.', examples: ['BRL'] }),
    ...BALANCE_FIELDS,
  },
  { title: 'Balance', description: 'O saldo do lojista no ambiente da chave.' },
);

/** GET /v1/balance: the balance of the merchant in the environment of the key. */
export function balanceRoute(deps: BalanceRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/balance',
      {
        config: { keyScope: 'balance:read' },
        schema: {
          operationId: 'getBalance',
          summary: 'Lê o saldo',
          tags: ['Balance'],
          response: { 200: BalanceAnswer, ...guardedResponses(['overloaded']) },
        },
      },
      async (request) => {
        const { merchantId, environment } = callerOf(request);
        const balance = await deps.readBalance.add({ merchantId, environment });
        return {
          environment,
          currency: 'BRL' as const,
          ...balanceView(balance),
        };
      },
    );
  };
}
