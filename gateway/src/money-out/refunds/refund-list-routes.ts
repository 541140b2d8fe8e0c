import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { ChargesOfCustomer } from '#src/charges/charge.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { parseInstant } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MIN, isId } from '#src/ground/ids.ts';
import { listedRefund, listRefunds, readListedRefund } from './list-refunds.ts';
import { ListedRefund, RefundPage, RefundQuery } from './refund-list-schemas.ts';

const LIMIT_DEFAULT = 20;

export interface RefundListDeps {
  readonly database: Queryable;
  readonly chargesOfCustomer: ChargesOfCustomer;
}

/** GET /v1/refunds: a page of the refunds that match the filters, newest first. */
export function listRefundsRoute(deps: RefundListDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/refunds',
      {
        config: { keyScope: 'refunds:read' },
        schema: {
          operationId: 'listRefunds',
          summary: 'Lista devoluções',
          description:
            'As devoluções das suas cobranças, as mais novas primeiro. Siga `next_cursor` até ' +
            'que seja null.',
          tags: ['Refunds'],
          querystring: RefundQuery,
          response: {
            200: RefundPage,
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
          customer === undefined ? undefined : await deps.chargesOfCustomer(scope, customer);
        const filter = { ...scope, chargeIds, ...filterOf(request.query) };
        const { rows, next } = await listRefunds(deps.database, filter);
        const answer = { data: rows.map(listedRefund), next_cursor: cursorOf(next) };
        return sendJsonText(reply, 200, JSON.stringify(answer));
      },
    );
  };
}

/** GET /v1/refunds/:id: one refund. */
export function readRefundRoute({
  database,
}: Pick<RefundListDeps, 'database'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/refunds/:id',
      {
        config: { keyScope: 'refunds:read' },
        schema: {
          operationId: 'getRefund',
          summary: 'Consulta uma devolução',
          description: 'O estado de uma devolução, pelo `internal_id` que a criação respondeu.',
          tags: ['Refunds'],
          params: Type.Object({ id: Type.String() }),
          response: {
            200: ListedRefund,
            ...guardedResponses(['transaction_not_found', 'overloaded']),
          },
        },
      },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const scope = { merchantId, environment };
        const refund = await readListedRefund(database, scope, request.params.id);
        return sendJsonText(reply, 200, JSON.stringify(listedRefund(refund)));
      },
    );
  };
}

/** The filter of a query that the schema has checked. A malformed charge id matches no refund. */
function filterOf(query: RefundQuery) {
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
