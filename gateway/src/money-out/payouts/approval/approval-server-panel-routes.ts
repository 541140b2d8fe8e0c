import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { failureTextIn } from '#src/ground/http/http-failure.ts';
import { type Language, languageOf } from '#src/ground/http/language.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MAX } from '#src/ground/ids.ts';
import { CursorQuery, EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import {
  type ApprovalServerDeps,
  readApprovalServer,
  removeApprovalServer,
  setApprovalServer,
} from './approval-server.ts';
import type { ApprovalCall } from './payout-approval.ts';
import { readApprovalCalls } from './read-approvals.ts';

const PATH = '/api/panel/:environment/approval-server';
const LIMIT_DEFAULT = 20;
const Nullable = Type.Union([Type.String(), Type.Null()]);

const Server = Type.Object({ url: Nullable, created_at: Nullable });
const ServerBody = Type.Object({ url: Type.String({ maxLength: 4096 }), code: OptionalCode });
const ServerWithSecret = Type.Object({
  url: Type.String(),
  created_at: Type.String(),
  secret: Type.String({ description: 'O segredo da assinatura; só aparece agora.' }),
});
const Call = Type.Object({
  id: Type.String(),
  payout_id: Type.String(),
  url: Type.String(),
  is_approved: Type.Boolean(),
  duration_ms: Type.Integer(),
  response_status: Type.Union([Type.Integer(), Type.Null()]),
  response_excerpt: Nullable,
  failure: Nullable,
  called_at: Type.String(),
});

/** The merchant's server that approves payouts, and the questions that it was asked. */
export function approvalServerPanelRoutes(deps: ApprovalServerDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(readRoutes(deps));
    await app.register(changeRoutes(deps));
  };
}

function readRoutes({ database }: ApprovalServerDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'getApprovalServer',
          params: EnvironmentParams,
          response: { 200: Server, ...panelReadResponses() },
        },
      },
      async (request) => {
        const server = await readApprovalServer(database, memberScope(request));
        return {
          url: server?.url ?? null,
          created_at: server ? isoTime(server.createdAt) : null,
        };
      },
    );
    app.get(
      `${PATH}/calls`,
      {
        schema: {
          operationId: 'listApprovalCalls',
          params: EnvironmentParams,
          querystring: CursorQuery,
          response: {
            200: Type.Object({ data: Type.Array(Call), next_cursor: Nullable }),
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const page = { beforeId: idOfCursor(cursor) ?? ID_MAX, limit };
        const { rows, next } = await readApprovalCalls(database, memberScope(request), page);
        return {
          data: rows.map((row) => callView(row, languageOf(request))),
          next_cursor: cursorOf(next),
        };
      },
    );
  };
}

function changeRoutes(deps: ApprovalServerDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.put(
      PATH,
      {
        schema: {
          operationId: 'setApprovalServer',
          params: EnvironmentParams,
          body: ServerBody,
          response: {
            200: ServerWithSecret,
            ...panelChangeResponses(['webhook_url_invalid', 'second_factor_invalid']),
          },
        },
      },
      async (request) => {
        const scope = memberScope(request);
        const server = await setApprovalServer(deps, scope, request.body.url, actorOf(request));
        const { url, secret, createdAt } = server;
        return { url, secret, created_at: isoTime(createdAt) };
      },
    );
    app.delete(
      PATH,
      {
        schema: {
          operationId: 'removeApprovalServer',
          params: EnvironmentParams,
          response: { 204: Type.Null(), ...panelChangeResponses() },
        },
      },
      async (request, reply) => {
        await removeApprovalServer(deps, memberScope(request), actorOf(request));
        return reply.code(204).send(null);
      },
    );
  };
}

function callView(call: ApprovalCall, language: Language) {
  return {
    id: call.id,
    payout_id: call.payoutId,
    url: call.url,
    is_approved: call.isApproved,
    duration_ms: call.durationMs,
    response_status: call.responseStatus,
    response_excerpt: call.responseExcerpt,
    failure: failureTextIn(call.failure, language),
    called_at: isoTime(call.calledAt),
  };
}
