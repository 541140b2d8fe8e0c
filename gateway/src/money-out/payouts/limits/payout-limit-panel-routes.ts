import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { actorOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { cancelRaise, type LimitDeps, setMerchantLimits } from './change-payout-limits.ts';
import { LimitsBody, LimitsView, limitsOfBody, limitsView } from './payout-limit-schemas.ts';
import { readPayoutLimits } from './read-payout-limits.ts';

const PATH = '/api/panel/:environment/payout-limits';

/** The merchant's own limits: lowered at once, raised after a day. */
export function payoutLimitPanelRoutes(deps: LimitDeps): FastifyPluginAsyncTypebox {
  const view = async (scope: LedgerScope) =>
    limitsView(await readPayoutLimits(deps.database, scope, deps.clock.now()));
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'getPayoutLimits',
          params: EnvironmentParams,
          response: { 200: LimitsView, ...panelReadResponses() },
        },
      },
      async (request) => view(memberScope(request)),
    );
    app.put(
      PATH,
      {
        schema: {
          operationId: 'setPayoutLimits',
          params: EnvironmentParams,
          body: LimitsBody,
          response: {
            200: LimitsView,
            ...panelChangeResponses(['payout_limit_above_maximum', 'second_factor_invalid']),
          },
        },
      },
      async (request) => {
        const scope = memberScope(request);
        await setMerchantLimits(deps, scope, limitsOfBody(request.body), actorOf(request));
        return view(scope);
      },
    );
    app.delete(
      `${PATH}/pending`,
      {
        schema: {
          operationId: 'cancelPayoutRaise',
          params: EnvironmentParams,
          response: { 200: LimitsView, ...panelChangeResponses(['payout_raise_not_found']) },
        },
      },
      async (request) => {
        const scope = memberScope(request);
        await cancelRaise(deps, scope, actorOf(request));
        return view(scope);
      },
    );
  };
}
