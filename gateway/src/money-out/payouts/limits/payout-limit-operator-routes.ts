import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { operatorChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { type LimitDeps, setOperatorLimits } from './change-payout-limits.ts';
import { LimitsBody, LimitsView, limitsOfBody, limitsView } from './payout-limit-schemas.ts';
import { readPayoutLimits } from './read-payout-limits.ts';

const PATH = '/api/operator/merchants/:username/payout-limits/:environment';
const Params = Type.Object({
  ...EnvironmentParams.properties,
  username: Type.String({ maxLength: 64 }),
});

interface Which {
  readonly username: string;
  readonly environment: Environment;
}

/** The limits that an operator sets for a merchant, with effect at once. */
export function payoutLimitOperatorRoutes(deps: LimitDeps): FastifyPluginAsyncTypebox {
  const scopeOf = async ({ username, environment }: Which) => {
    const merchant = await findMerchant(deps.database, username);
    return { merchantId: merchant.merchantId, environment, isSandbox: merchant.isSandbox };
  };
  const view = async (which: Which) =>
    limitsView(await readPayoutLimits(deps.database, await scopeOf(which), deps.clock.now()));
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'getPayoutLimitsOfMerchant',
          params: Params,
          response: { 200: LimitsView, ...panelReadResponses(['merchant_not_found']) },
        },
      },
      async (request) => view(request.params),
    );
    app.put(
      PATH,
      {
        schema: {
          operationId: 'setPayoutLimitsOfMerchant',
          params: Params,
          body: LimitsBody,
          response: {
            200: LimitsView,
            ...operatorChangeResponses([
              'merchant_not_found',
              'sandbox_forbidden',
              'second_factor_invalid',
            ]),
          },
        },
      },
      async (request) => {
        const scope = await scopeOf(request.params);
        refuseSandbox(scope);
        await setOperatorLimits(deps, scope, () => limitsOfBody(request.body), actorOf(request));
        return view(request.params);
      },
    );
  };
}
