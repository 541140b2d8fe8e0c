import { Type } from 'typebox';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { BALANCE_FIELDS, balanceView } from './balance-view.ts';
import type { Balance } from './read-balance.ts';

export interface BalanceDeps {
  readonly readBalance: Batcher<LedgerScope, Balance>;
}

const { operation } = operationsOf<BalanceDeps>('Balance');

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

/** The operation that reads the balance of the merchant in the environment of the key. */
export const balanceOperations = [
  operation({
    at: 'GET /balance',
    program: {
      id: 'getBalance',
      sdk: 'balance',
      sdkNote: 'O saldo do ambiente da chave, em centavos.',
      scope: 'balance:read',
      summary: 'Lê o saldo',
    },
    answer: [200, BalanceAnswer],
    run: async ({ deps, owner: { scope } }) => ({
      environment: scope.environment,
      currency: 'BRL' as const,
      ...balanceView(await deps.readBalance.add(scope)),
    }),
  }),
];
