import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberOf } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { MailedClosingPage } from './closing-api-schemas.ts';
import {
  ChangeBody,
  ClosingMailsView,
  Done,
  FormatsBody,
  NameBody,
  RecipientParams,
  RecipientView,
} from './closing-mail-schemas.ts';
import { listMailedClosings, mailedClosingView } from './list-closing-mails.ts';
import {
  askRecipientAgain,
  type ClosingDeps,
  changeRecipient,
  nameRecipient,
  readClosingMails,
  removeRecipient,
  setClosingFormats,
} from './name-recipients.ts';
import { recipientView } from './recipient-view.ts';

const PATH = '/api/panel/closing-mails';
const ONE = `${PATH}/recipients/:id`;
const LIMIT_DEFAULT = 20;
const DONE = { status: 'ok' } as const;

export interface ClosingMailPanelDeps extends ClosingDeps {
  /** Counts a mail that asks an address to confirm, and says whether it may be sent. */
  readonly countAsked: (merchantId: string, email: string) => Promise<boolean>;
}

/** The files of closings and the addresses that get them by mail. Refused for the sandbox. */
export function closingMailPanelRoutes(deps: ClosingMailPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const route of [settingRoutes, sentRoute, nameRoute, changeRoutes])
      await app.register(route(deps));
  };
}

function settingRoutes(deps: ClosingMailPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'getClosingMails',
          response: { 200: ClosingMailsView, ...panelReadResponses(['sandbox_forbidden']) },
        },
      },
      async (request) => {
        const { merchantId } = memberOf(request).merchant;
        const { formats, recipients } = await readClosingMails(deps.database, merchantId);
        return { formats, data: recipients.map(recipientView) };
      },
    );
    app.put(
      `${PATH}/formats`,
      {
        schema: {
          operationId: 'setClosingFormats',
          body: FormatsBody,
          response: { 200: Done, ...panelChangeResponses() },
        },
      },
      async (request) => {
        const { formats } = request.body;
        await setClosingFormats(deps, memberOf(request).merchant, formats, actorOf(request));
        return DONE;
      },
    );
  };
}

function sentRoute({ database }: ClosingMailPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/sent`,
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'listOwnClosings',
          querystring: CursorQuery,
          response: {
            200: MailedClosingPage,
            ...panelReadResponses(['invalid_request', 'sandbox_forbidden']),
          },
        },
      },
      async (request) => {
        const { merchantId } = memberOf(request).merchant;
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const page = { cursor: idOfCursor(cursor), limit };
        const { rows, next } = await listMailedClosings(database, merchantId, page);
        return { data: rows.map(mailedClosingView), next_cursor: cursorOf(next) };
      },
    );
  };
}

function nameRoute(deps: ClosingMailPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/recipients`,
      {
        schema: {
          operationId: 'nameClosingRecipient',
          body: NameBody,
          response: {
            201: RecipientView,
            ...panelChangeResponses([
              'closing_recipient_exists',
              'too_many_closing_recipients',
              'second_factor_invalid',
            ]),
          },
        },
      },
      async (request, reply) => {
        const { merchant } = memberOf(request);
        const { email, language, periods } = request.body;
        const isMailed = await deps.countAsked(merchant.merchantId, email);
        const wanted = { email, language, periods, isMailed };
        const recipient = await nameRecipient(deps, merchant, wanted, actorOf(request));
        return reply.code(201).send(recipientView(recipient));
      },
    );
  };
}

function changeRoutes(deps: ClosingMailPanelDeps): FastifyPluginAsyncTypebox {
  const responses = { 200: Done, ...panelChangeResponses(['closing_recipient_not_found']) };
  const params = RecipientParams;
  return async (app) => {
    app.patch(
      ONE,
      {
        schema: {
          operationId: 'changeClosingRecipient',
          params,
          body: ChangeBody,
          response: responses,
        },
      },
      async (request) => {
        const { merchantId } = memberOf(request).merchant;
        const which = { merchantId, id: request.params.id };
        await changeRecipient(deps, which, request.body, actorOf(request));
        return DONE;
      },
    );
    app.post(
      `${ONE}/ask`,
      { schema: { operationId: 'askClosingRecipientAgain', params, response: responses } },
      async (request) => {
        const { merchant } = memberOf(request);
        const isMailed = (email: string) => deps.countAsked(merchant.merchantId, email);
        const asked = { id: request.params.id, isMailed };
        await askRecipientAgain(deps, merchant, asked, actorOf(request));
        return DONE;
      },
    );
    app.delete(
      ONE,
      {
        schema: {
          operationId: 'removeClosingRecipient',
          params,
          response: { 204: Type.Null(), ...panelChangeResponses(['closing_recipient_not_found']) },
        },
      },
      async (request, reply) => {
        const { merchantId } = memberOf(request).merchant;
        await removeRecipient(deps, { merchantId, id: request.params.id }, actorOf(request));
        return reply.code(204).send(null);
      },
    );
  };
}
