import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { actorOf, memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { NOTE_LENGTH_MAX } from './customer.ts';
import { customerEmailPanelRoutes } from './customer-email-panel-routes.ts';
import {
  CustomerList,
  CustomerOnPage,
  readCustomerPage,
  withNewestCharges,
} from './customer-page.ts';
import { CustomerExport, CustomerQuery, ErasureAnswer, Note } from './customer-schemas.ts';
import { erasureView, noteView } from './customer-view.ts';
import { eraseCustomer } from './erasure/erase-customers.ts';
import { exportCustomer } from './export-customer.ts';
import type { CustomerIndex } from './link-customers.ts';
import { addNote, removeNote } from './notes/customer-notes.ts';
import { listCustomers } from './read-customers.ts';

const PATH = '/api/panel/:environment/customers';
const LIMIT_DEFAULT = 20;
const Params = Type.Object({ ...EnvironmentParams.properties, id: Type.String() });
const NoteParams = Type.Object({ ...Params.properties, note_id: Type.String() });
const NoteBody = Type.Object({
  text: Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX, pattern: '\\S' }),
});

export interface CustomerPanelDeps {
  readonly database: Database;
  /** A small part of the connections, for exports. */
  readonly exportDatabase: Database;
  readonly clock: Clock;
  readonly customers: CustomerIndex;
  /** The key of the digests of addresses. */
  readonly readKey: () => Promise<Buffer>;
}

/** The panel's routes for customers: list, one with its notes, export and erasure. */
export function customerPanelRoutes(deps: CustomerPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [listRoute, readRoute, noteRoutes, exportRoute, eraseRoute]) {
      await app.register(routes(deps));
    }
    await app.register(customerEmailPanelRoutes(deps));
  };
}

function listRoute({ database, customers }: CustomerPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        // The payers of other visitors are nobody's business.
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'listOwnCustomers',
          params: EnvironmentParams,
          querystring: CustomerQuery,
          response: {
            200: CustomerList,
            ...panelReadResponses(['invalid_request', 'sandbox_forbidden']),
          },
        },
      },
      async (request) => {
        const { search, cursor, limit = LIMIT_DEFAULT } = request.query;
        const scope = memberScope(request);
        await customers.linkNewest(scope);
        const filter = { ...scope, search, cursor: idOfCursor(cursor), limit };
        const { rows, next } = await listCustomers(database, filter);
        return { data: await withNewestCharges(database, rows), next_cursor: cursorOf(next) };
      },
    );
  };
}

function readRoute({ database, customers, readKey }: CustomerPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id`,
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'getOwnCustomer',
          params: Params,
          response: {
            200: CustomerOnPage,
            ...panelReadResponses(['customer_not_found', 'sandbox_forbidden']),
          },
        },
      },
      async (request) => {
        const key = keyOf(request);
        await customers.linkNewest(key);
        return readCustomerPage({ database, readKey }, key);
      },
    );
  };
}

function noteRoutes(deps: CustomerPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/notes`,
      {
        schema: {
          operationId: 'addCustomerNote',
          params: Params,
          body: NoteBody,
          response: {
            201: Note,
            ...panelChangeResponses(['customer_not_found', 'too_many_customer_notes']),
          },
        },
      },
      async (request, reply) => {
        const text = request.body.text.trim();
        const written = { text, by: actorOf(request), author: memberOf(request).name };
        return reply.code(201).send(noteView(await addNote(deps, keyOf(request), written)));
      },
    );
    app.delete(
      `${PATH}/:id/notes/:note_id`,
      {
        schema: {
          operationId: 'removeCustomerNote',
          params: NoteParams,
          response: {
            200: Type.Object({ status: Type.Literal('ok') }),
            ...panelChangeResponses(['note_not_found']),
          },
        },
      },
      async (request) => {
        const { note_id: noteId } = request.params;
        await removeNote(deps, keyOf(request), { noteId, by: actorOf(request) });
        return { status: 'ok' } as const;
      },
    );
  };
}

function exportRoute(deps: CustomerPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id/data.json`,
      {
        // A HEAD request would read the whole export.
        exposeHeadRoute: false,
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'exportCustomerByHand',
          params: Params,
          response: {
            200: CustomerExport,
            ...panelReadResponses(['customer_not_found', 'sandbox_forbidden']),
          },
        },
      },
      async (request, reply) => {
        const exported = await exportCustomer(deps, keyOf(request), actorOf(request));
        // The name of the file stays in downloads and histories, so it names no person.
        const name = `cliente-${request.params.id}-${brazilianDayOf(deps.clock.now())}.json`;
        reply.header('content-disposition', `attachment; filename="${name}"`);
        return sendJsonText(reply, 200, JSON.stringify(exported));
      },
    );
  };
}

function eraseRoute(deps: CustomerPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/erase`,
      {
        schema: {
          operationId: 'eraseCustomerByHand',
          params: Params,
          body: CodeOnly,
          response: {
            200: ErasureAnswer,
            ...panelChangeResponses([
              'customer_not_found',
              'customer_has_open_charges',
              'second_factor_invalid',
            ]),
          },
        },
      },
      async (request) => erasureView(await eraseCustomer(deps, keyOf(request), actorOf(request))),
    );
  };
}

function keyOf(request: FastifyRequest<{ Params: { environment: Environment; id: string } }>) {
  return { ...memberScope(request), id: request.params.id };
}
