import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import {
  ClosingSettingsAnswer,
  MailedClosingPage,
  MailedClosingQuery,
} from './closing-api-schemas.ts';
import { listMailedClosings, mailedClosingView } from './list-closing-mails.ts';
import { readClosingMails } from './name-recipients.ts';
import { recipientView } from './recipient-view.ts';

const LIMIT_DEFAULT = 20;
const tags = ['Balance'];
const config = { keyScope: 'balance:read' } as const;

/** The merchants' API on closings by mail: who gets which, and what was mailed. */
export function closingMailRoutes(deps: { database: Queryable }): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(settingsRoute(deps));
    await app.register(listRoute(deps));
  };
}

function settingsRoute({ database }: { database: Queryable }): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/closings/settings',
      {
        config,
        schema: {
          operationId: 'getClosingSettings',
          summary: 'Lê quem recebe os fechamentos por e-mail',
          description:
            'Os arquivos e os endereços que a loja escolheu no painel. São os mesmos para chaves ' +
            'de teste e de produção; só a produção é enviada.',
          tags,
          response: {
            200: ClosingSettingsAnswer,
            ...guardedResponses(['sandbox_forbidden', 'overloaded']),
          },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        refuseSandbox(caller);
        const { formats, recipients } = await readClosingMails(database, caller.merchantId);
        return { formats, recipients: recipients.map(recipientView) };
      },
    );
  };
}

function listRoute({ database }: { database: Queryable }): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/closings',
      {
        config,
        schema: {
          operationId: 'listClosings',
          summary: 'Lista os fechamentos enviados por e-mail',
          description:
            'Um item por endereço e período, os mais novos primeiro. Siga `next_cursor` até que ' +
            'seja null.',
          tags,
          querystring: MailedClosingQuery,
          response: {
            200: MailedClosingPage,
            ...guardedResponses(['invalid_request', 'sandbox_forbidden', 'overloaded']),
          },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        refuseSandbox(caller);
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const page = { cursor: idOfCursor(cursor), limit };
        const { rows, next } = await listMailedClosings(database, caller.merchantId, page);
        return { data: rows.map(mailedClosingView), next_cursor: cursorOf(next) };
      },
    );
  };
}
