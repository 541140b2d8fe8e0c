import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf, operatorOf } from '#src/ground/access/member-of-request.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { checkIdempotencyHeader } from '#src/ground/idempotency/key-of-request.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { adjustBalance } from './adjust-balance.ts';
import type { AdjustmentDeps } from './adjustment-deps.ts';
import {
  AdjustmentList,
  adjustSchema,
  Environment,
  HoldList,
  holdSchema,
  MerchantParams,
  releaseSchema,
} from './adjustment-operator-schemas.ts';
import { adjustmentView } from './balance-adjustment.ts';
import { findAdjustable, readAdjustments } from './balance-request.ts';
import { holdBalance, listOpenHolds, openHoldView, releaseBalance } from './hold-balance.ts';

const LIMIT_DEFAULT = 20;
const HOLDS_MAX = 200;

/** Operators credit and debit a merchant, and block and release an amount of it. */
export function adjustmentOperatorRoutes(deps: AdjustmentDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [readRoutes, adjustRoute, holdRoutes]) await app.register(routes(deps));
  };
}

function readRoutes({ database }: AdjustmentDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/merchants/:username/adjustments',
      {
        schema: {
          operationId: 'listAdjustments',
          params: MerchantParams,
          querystring: Type.Object({ ...CursorQuery.properties, environment: Environment }),
          response: {
            200: AdjustmentList,
            ...panelReadResponses(['merchant_not_found', 'sandbox_forbidden', 'invalid_request']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT, environment } = request.query;
        const beforeId = idOfCursor(cursor) ?? ID_MAX;
        const { merchantId } = await findAdjustable(database, request.params.username);
        const scope = { merchantId, environment };
        const { rows, next } = await readAdjustments(database, scope, { beforeId, limit });
        return { data: rows.map(adjustmentView), next_cursor: cursorOf(next) };
      },
    );
    app.get(
      '/api/operator/merchants/:username/holds',
      {
        schema: {
          operationId: 'listOpenHolds',
          params: MerchantParams,
          querystring: Type.Object({ environment: Environment }),
          response: {
            200: HoldList,
            ...panelReadResponses(['merchant_not_found', 'sandbox_forbidden']),
          },
        },
      },
      async (request) => {
        const { environment } = request.query;
        const { merchantId } = await findAdjustable(database, request.params.username);
        const holds = await listOpenHolds(database, { merchantId, environment }, HOLDS_MAX);
        return { data: holds.map(openHoldView) };
      },
    );
  };
}

function adjustRoute(deps: AdjustmentDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/operator/merchants/:username/adjustments',
      // A form that is sent twice must move the money once, so the key is required.
      { onRequest: checkIdempotencyHeader(true), schema: adjustSchema },
      async (request, reply) => {
        const { environment, amount, reason, reference } = request.body;
        const wanted = {
          username: request.params.username,
          environment,
          amount: centavos(amount),
          reason: reason.trim(),
          reference: reference?.trim() || null,
          requestKey: requestKeyOf(request),
        };
        const done = await adjustBalance(deps, wanted, actorOf(request));
        return reply.code(201).send({
          adjustment: done.adjustment ? adjustmentView(done.adjustment) : null,
          proposal_id: done.proposal?.id ?? null,
        });
      },
    );
  };
}

function holdRoutes(deps: AdjustmentDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/operator/merchants/:username/holds',
      { onRequest: checkIdempotencyHeader(true), schema: holdSchema },
      async (request, reply) => {
        const { environment, amount, reason, reference } = request.body;
        const wanted = {
          username: request.params.username,
          environment,
          amount: centavos(amount),
          reason: reason.trim(),
          reference: reference?.trim() || null,
          requestKey: requestKeyOf(request),
        };
        const held = await holdBalance(deps, wanted, actorOf(request));
        return reply.code(201).send(adjustmentView(held));
      },
    );
    app.post(
      '/api/operator/holds/:hold_id/release',
      { onRequest: checkIdempotencyHeader(true), schema: releaseSchema },
      async (request, reply) => {
        const { hold_id: holdId } = request.params;
        if (!isId(holdId)) throw new Refusal('hold_not_found');
        const { amount, reason } = request.body;
        const wanted = {
          holdId,
          reason: reason.trim(),
          requestKey: requestKeyOf(request),
          amount: amount === undefined || amount === null ? null : centavos(amount),
        };
        const released = await releaseBalance(deps, wanted, actorOf(request));
        return reply.code(201).send(adjustmentView(released));
      },
    );
  };
}

/** The key of a request, which is unique for its operator. */
function requestKeyOf(request: FastifyRequest): string {
  return `${operatorOf(request).userId} ${request.headers['idempotency-key']}`;
}
