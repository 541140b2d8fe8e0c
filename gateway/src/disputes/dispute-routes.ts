import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { ChargesOfCustomer } from '#src/charges/charge.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { parseInstant } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { ID_MIN, isId } from '#src/ground/ids.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { DefenseRequest } from './defend-disputes.ts';
import { disputeView } from './dispute.ts';
import {
  DefenseBody,
  DisputeDetails,
  DisputePage,
  DisputeQuery,
  defendResponses,
} from './dispute-schemas.ts';
import { listDisputes, readDispute } from './read-disputes.ts';

const LIMIT_DEFAULT = 20;
const OPERATION = {
  name: 'POST /v1/disputes/defense',
  fields: [...fieldsOf('text'), { name: 'internal_id', path: ['disputeId'] }],
};
const DisputeParams = Type.Object({ internal_id: Type.String() });

export interface DisputeRoutesDeps {
  readonly database: Database;
  readonly defendDispute: Batcher<DefenseRequest, CreatedResource>;
  readonly isIdempotencyRequired: boolean;
  readonly chargesOfCustomer: ChargesOfCustomer;
}

/** GET /v1/disputes: a page of the disputes that match the filters, newest first. */
export function listDisputesRoute({
  database,
  chargesOfCustomer,
}: DisputeRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/disputes',
      {
        config: { keyScope: 'disputes:read' },
        schema: {
          operationId: 'listDisputes',
          summary: 'Lista contestações',
          description: 'As mais novas primeiro. Siga `next_cursor` até que seja null.',
          tags: ['Disputes'],
          querystring: DisputeQuery,
          response: {
            200: DisputePage,
            ...guardedResponses(['invalid_request', 'sandbox_forbidden', 'overloaded']),
          },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const { merchantId, environment } = caller;
        const { customer } = request.query;
        if (customer !== undefined) refuseSandbox(caller);
        const scope = { merchantId, environment };
        const chargeIds =
          customer === undefined ? undefined : await chargesOfCustomer(scope, customer);
        const filter = { ...scope, chargeIds, ...filterOf(request.query) };
        const { rows, next } = await listDisputes(database, filter);
        const answer = { data: rows.map(disputeView), next_cursor: cursorOf(next) };
        return sendJsonText(reply, 200, JSON.stringify(answer));
      },
    );
  };
}

/** GET /v1/disputes/:internal_id: one dispute. */
export function readDisputeRoute({ database }: DisputeRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/disputes/:internal_id',
      {
        config: { keyScope: 'disputes:read' },
        schema: {
          operationId: 'getDispute',
          summary: 'Lê uma contestação',
          tags: ['Disputes'],
          params: DisputeParams,
          response: {
            200: DisputeDetails,
            ...guardedResponses(['dispute_not_found', 'overloaded']),
          },
        },
      },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const id = request.params.internal_id;
        const dispute = await readDispute(database, { merchantId, environment, id });
        return sendJsonText(reply, 200, JSON.stringify(disputeView(dispute)));
      },
    );
  };
}

/** POST /v1/disputes/:internal_id/defense: the merchant's defence. */
export function defendDisputeRoute(deps: DisputeRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/disputes/:internal_id/defense',
      {
        onRequest: checkIdempotencyHeader(deps.isIdempotencyRequired),
        config: { keyScope: 'disputes:write' },
        schema: {
          operationId: 'defendDispute',
          summary: 'Defende uma contestação',
          description:
            'Guarda a defesa e a envia ao banco; a contestação passa a `in_defense`. Só enquanto ' +
            'ela está aberta e dentro do prazo. Envie sempre `Idempotency-Key`.',
          tags: ['Disputes'],
          params: DisputeParams,
          body: DefenseBody,
          response: defendResponses,
        },
      },
      async (request, reply) => {
        const disputeId = request.params.internal_id;
        if (!isId(disputeId)) throw new Refusal('dispute_not_found');
        const created = await deps.defendDispute.add({
          caller: callerOf(request),
          idempotency: idempotencyOf(request, OPERATION, { ...request.body, disputeId }),
          disputeId,
          text: request.body.text.trim(),
        });
        return sendCreated(reply, created);
      },
    );
  };
}

/** The filter of a query that the schema has checked. A malformed charge id matches no dispute. */
export function filterOf(query: Static<typeof DisputeQuery>) {
  const { transaction_id: chargeId } = query;
  return {
    status: query.status,
    chargeId: chargeId === undefined || isId(chargeId) ? chargeId : ID_MIN,
    createdFrom: query.created_from === undefined ? undefined : parseInstant(query.created_from),
    createdTo: query.created_to === undefined ? undefined : parseInstant(query.created_to),
    cursor: idOfCursor(query.cursor),
    limit: query.limit ?? LIMIT_DEFAULT,
  };
}
