import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import {
  operatorChangeResponses,
  operatorCodeResponses,
  panelReadResponses,
} from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { changeMerchantStatus, setMerchantFee } from './change-merchant.ts';
import { setCredentialLimit } from './credentials/manage-credentials.ts';
import {
  ClientIdParams,
  FeeBody,
  MerchantDetails,
  MerchantList,
  MerchantQuery,
  RateLimitBody,
  SuspendBody,
  UsernameParams,
} from './merchant-operator-schemas.ts';
import { merchantDetails, merchantItem } from './merchant-operator-view.ts';
import { type ReadMerchantDeps, readMerchant } from './read-merchant.ts';
import { searchMerchants } from './search-merchants.ts';
import { settlementOperatorRoutes } from './settlement-operator-routes.ts';

const LIMIT_DEFAULT = 20;

export interface MerchantOperatorDeps extends ReadMerchantDeps {
  readonly defaultRateLimitPerMinute: number;
}

/** The operators' view of merchants: search, details, and changes of status, fees and limits. */
export function merchantOperatorRoutes(deps: MerchantOperatorDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(readRoutes(deps));
    await app.register(statusRoutes(deps));
    await app.register(feeAndLimitRoutes(deps));
    await app.register(settlementOperatorRoutes(deps));
  };
}

function readRoutes(deps: MerchantOperatorDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/merchants',
      {
        schema: {
          operationId: 'listMerchants',
          querystring: MerchantQuery,
          response: { 200: MerchantList, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { search, status, cursor, limit = LIMIT_DEFAULT } = request.query;
        const query = { search, status, cursor, limit };
        const { rows: merchants, next } = await searchMerchants(deps.database, query);
        const ids = merchants.map(({ merchantId }) => merchantId);
        const volumes = await deps.readVolumes(deps.database, ids, deps.clock.now());
        const data = merchants.map((merchant) => merchantItem(merchant, volumes));
        return { data, next_cursor: next };
      },
    );
    app.get(
      '/api/operator/merchants/:username',
      {
        schema: {
          operationId: 'getMerchant',
          params: UsernameParams,
          response: { 200: MerchantDetails, ...panelReadResponses(['merchant_not_found']) },
        },
      },
      async (request) => detailsOf(deps, request.params.username),
    );
  };
}

function statusRoutes(deps: MerchantOperatorDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/operator/merchants/:username/suspend',
      {
        schema: {
          operationId: 'suspendMerchant',
          params: UsernameParams,
          body: SuspendBody,
          response: { 200: MerchantDetails, ...operatorChangeResponses(STATUS_CODES) },
        },
      },
      async (request) => {
        const { username } = request.params;
        const decision = { change: 'suspend', reason: request.body.reason.trim() } as const;
        await changeMerchantStatus(deps, username, decision, actorOf(request));
        return detailsOf(deps, username);
      },
    );
    app.post(
      '/api/operator/merchants/:username/reinstate',
      {
        schema: {
          operationId: 'reinstateMerchant',
          params: UsernameParams,
          body: CodeOnly,
          response: { 200: MerchantDetails, ...operatorCodeResponses(STATUS_CODES) },
        },
      },
      async (request) => {
        const { username } = request.params;
        await changeMerchantStatus(deps, username, { change: 'reinstate' }, actorOf(request));
        return detailsOf(deps, username);
      },
    );
  };
}

function feeAndLimitRoutes(deps: MerchantOperatorDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.put(
      '/api/operator/merchants/:username/fee',
      {
        schema: {
          operationId: 'setMerchantFee',
          params: UsernameParams,
          body: FeeBody,
          response: { 200: MerchantDetails, ...operatorChangeResponses(['merchant_not_found']) },
        },
      },
      async (request) => {
        const { username } = request.params;
        const { body } = request;
        const fee = {
          basisPoints: body.basis_points,
          fixedCentavos: body.fixed_centavos,
          payoutFeeCentavos: body.payout_fee_centavos,
        };
        await setMerchantFee(deps, username, fee, actorOf(request));
        return detailsOf(deps, username);
      },
    );
    app.put(
      '/api/operator/credentials/:client_id/rate-limit',
      {
        schema: {
          operationId: 'setCredentialLimit',
          params: ClientIdParams,
          body: RateLimitBody,
          response: { 204: Type.Null(), ...operatorChangeResponses(['credential_not_found']) },
        },
      },
      async (request, reply) => {
        const { client_id: clientId } = request.params;
        await setCredentialLimit(deps, clientId, request.body.per_minute, actorOf(request));
        return reply.code(204).send(null);
      },
    );
  };
}

async function detailsOf(deps: MerchantOperatorDeps, username: string) {
  return merchantDetails(await readMerchant(deps, username), deps.defaultRateLimitPerMinute);
}

const STATUS_CODES: readonly ProblemCode[] = [
  'merchant_not_found',
  'status_change_refused',
  'sandbox_forbidden',
];
