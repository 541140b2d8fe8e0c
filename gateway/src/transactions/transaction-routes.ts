import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { callerOf } from '#src/access/caller-of-request.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import { parseInstant } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { guardedResponses } from '#src/platform/errors/problem-schemas.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { sendJsonText } from '#src/platform/http/json-reply.ts';
import { cursorOf, idOfCursor } from '#src/platform/http/page-cursor.ts';
import { isId } from '#src/platform/ids.ts';
import type { Batcher } from '#src/platform/work/batcher.ts';
import { listTransactions, type TransactionDetails } from './read-transactions.ts';
import { TransactionAnswer, TransactionPage, TransactionQuery } from './transaction-schemas.ts';

const LIMIT_DEFAULT = 20;

export interface TransactionRoutesDeps {
  readonly database: Database;
  readonly readTransaction: Batcher<TransactionKey, TransactionDetails | undefined>;
}

/** GET /v1/transactions/:internal_id: one charge or payout. */
export function readTransactionRoute(deps: TransactionRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get<{ Params: { internal_id: string } }>(
      '/v1/transactions/:internal_id',
      {
        schema: {
          operationId: 'getTransaction',
          summary: 'Lê uma transação',
          tags: ['Transações'],
          response: {
            200: TransactionAnswer,
            ...guardedResponses(['transaction_not_found', 'overloaded']),
          },
        },
      },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const id = request.params.internal_id;
        if (!isId(id)) throw new Refusal('transaction_not_found');
        const found = await deps.readTransaction.add({ merchantId, environment, id });
        if (!found) throw new Refusal('transaction_not_found');
        return sendJsonText(reply, 200, JSON.stringify(found));
      },
    );
  };
}

/** GET /v1/transactions: a page of the transactions that match the filters, newest first. */
export function listTransactionsRoute(deps: TransactionRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/transactions',
      {
        schema: {
          operationId: 'listTransactions',
          summary: 'Lista transações',
          description:
            'As mais novas primeiro. Siga `next_cursor` até que seja null; com `client_id` uma ' +
            'página pode vir incompleta antes disso.',
          tags: ['Transações'],
          querystring: TransactionQuery,
          response: {
            200: TransactionPage,
            ...guardedResponses(['invalid_request', 'overloaded']),
          },
        },
      },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const filter = filterOf(request.query);
        const scope = { merchantId, environment };
        const { rows, next } = await listTransactions(deps.database, { ...scope, ...filter });
        const answer = { data: rows, next_cursor: cursorOf(next) };
        return sendJsonText(reply, 200, JSON.stringify(answer));
      },
    );
  };
}

function filterOf(query: Static<typeof TransactionQuery>) {
  return {
    type: query.type,
    status: query.status,
    externalId: query.external_id?.trim(),
    clientId: query.client_id?.trim(),
    createdFrom: query.created_from === undefined ? undefined : parseInstant(query.created_from),
    createdTo: query.created_to === undefined ? undefined : parseInstant(query.created_to),
    cursor: idOfCursor(query.cursor),
    limit: query.limit ?? LIMIT_DEFAULT,
  };
}
