import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOfKey, callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import {
  CustomerExport,
  CustomerPage,
  CustomerParams,
  CustomerQuery,
  CustomerWithSummary,
  ErasureAnswer,
} from './customer-schemas.ts';
import { customerDetails, customerView, erasureView } from './customer-view.ts';
import { eraseCustomer } from './erasure/erase-customers.ts';
import { exportCustomer } from './export-customer.ts';
import type { CustomerIndex } from './link-customers.ts';
import { listCustomers, readCustomerWithSums } from './read-customers.ts';

const PATH = '/v1/customers';
const LIMIT_DEFAULT = 20;
const tags = ['Customers'];
const NOT_FOUND = guardedResponses(['customer_not_found', 'sandbox_forbidden', 'overloaded']);

export interface CustomerRoutesDeps {
  readonly database: Database;
  /** A small part of the connections, for exports. */
  readonly exportDatabase: Database;
  readonly clock: Clock;
  readonly customers: CustomerIndex;
  /** Counts an export of a merchant. */
  readonly limitExport: (merchantId: string, reply: FastifyReply) => Promise<void>;
}

/** The operations of the merchants' API on customers. */
export function customerRoutes(deps: CustomerRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [listRoute, readRoute, exportRoute, eraseRoute]) {
      await app.register(routes(deps));
    }
  };
}

function listRoute({ database, customers }: CustomerRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        config: { keyScope: 'customers:read' },
        schema: {
          operationId: 'listCustomers',
          summary: 'Lista clientes',
          description:
            'Um cliente é um CPF ou CNPJ que aparece como pagador nas suas cobranças, também nas ' +
            'antigas, ou nas suas assinaturas. Primeiro os da cobrança mais nova. Siga ' +
            '`next_cursor` até que seja null: com `search` uma página pode vir incompleta antes ' +
            'disso.',
          tags,
          querystring: CustomerQuery,
          response: {
            200: CustomerPage,
            ...guardedResponses(['invalid_request', 'sandbox_forbidden', 'overloaded']),
          },
        },
      },
      async (request) => {
        const { search, cursor, limit = LIMIT_DEFAULT } = request.query;
        const scope = scopeOf(request);
        await customers.linkNewest(scope);
        const filter = { ...scope, search, cursor: idOfCursor(cursor), limit };
        const { rows, next } = await listCustomers(database, filter);
        return { data: rows.map(customerView), next_cursor: cursorOf(next) };
      },
    );
  };
}

function readRoute({ database, customers }: CustomerRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id`,
      {
        config: { keyScope: 'customers:read' },
        schema: {
          operationId: 'getCustomer',
          summary: 'Lê um cliente',
          description:
            'Com o que pagou, o que foi devolvido e o que está em aberto. As cobranças dele ' +
            'estão em `GET /v1/transactions?customer=`.',
          tags,
          params: CustomerParams,
          response: { 200: CustomerWithSummary, ...NOT_FOUND },
        },
      },
      async (request) => {
        const scope = scopeOf(request);
        await customers.linkNewest(scope);
        const key = { ...scope, id: request.params.id };
        return customerDetails(await readCustomerWithSums(database, key));
      },
    );
  };
}

function exportRoute(deps: CustomerRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id/export`,
      {
        // Everything about one person: at the panel owners only, and not for the keys of `pix`.
        config: { keyScope: 'customers:write' },
        schema: {
          operationId: 'exportCustomer',
          summary: 'Exporta os dados de um cliente',
          description:
            'Tudo o que está guardado sobre a pessoa, para responder a um pedido dela (LGPD). ' +
            'A exportação fica em Alterações.',
          tags,
          params: CustomerParams,
          response: {
            200: CustomerExport,
            ...NOT_FOUND,
          },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(request);
        await deps.limitExport(scope.merchantId, reply);
        const key = { ...scope, id: request.params.id };
        const exported = await exportCustomer(deps, key, actorOfKey(request));
        return sendJsonText(reply, 200, JSON.stringify(exported));
      },
    );
  };
}

function eraseRoute(deps: CustomerRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.delete(
      `${PATH}/:id`,
      {
        config: { keyScope: 'customers:write' },
        schema: {
          operationId: 'eraseCustomer',
          summary: 'Apaga os dados de um cliente',
          description:
            'Nome, documento, e-mail, descrições e anotações são trocados por uma marca em tudo ' +
            'o que é seu; valores, identificadores e datas ficam. Não pode ser desfeito. Com ' +
            '`status: running` o gateway termina sozinho. Quem pediu e quando fica em ' +
            'Alterações.',
          tags,
          params: CustomerParams,
          response: {
            200: ErasureAnswer,
            ...guardedResponses([
              'customer_not_found',
              'customer_has_open_charges',
              'invalid_json',
              'payload_too_large',
              'unsupported_media_type',
              'sandbox_forbidden',
              'overloaded',
            ]),
          },
        },
      },
      async (request) => {
        const key = { ...scopeOf(request), id: request.params.id };
        return erasureView(await eraseCustomer(deps, key, actorOfKey(request)));
      },
    );
  };
}

/** The scope of a key. Refuses `sandbox_forbidden`: visitors must not list each other's payers. */
function scopeOf(request: FastifyRequest) {
  const caller = callerOf(request);
  refuseSandbox(caller);
  const { merchantId, environment } = caller;
  return { merchantId, environment };
}
