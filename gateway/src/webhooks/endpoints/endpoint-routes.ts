import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOfKey, callerOf } from '#src/ground/access/caller-of-request.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import {
  changeResponses,
  ENDPOINTS_PATH,
  endpointView,
  scopeOf,
  toChange,
} from './endpoint-of-request.ts';
import {
  EndpointChangeBody,
  EndpointParams,
  NewEndpointBody,
  WebhookEndpoint,
  WebhookEndpoints,
  WebhookEndpointWithSecret,
} from './endpoint-schemas.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  listEndpoints,
  readEndpoint,
} from './manage-endpoints.ts';

const SETTING_CODES: readonly ProblemCode[] = [
  'invalid_request',
  'webhook_url_invalid',
  'webhook_events_invalid',
];

/** The operations of the merchants' API that read, create, change and delete its webhooks. */
export function webhookEndpointRoutes(deps: EndpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [readRoutes, createRoute, changeRoute, deleteRoute]) {
      await app.register(routes(deps));
    }
  };
}

function readRoutes({ database }: EndpointDeps): FastifyPluginAsyncTypebox {
  const config = { keyScope: 'webhooks:read' } as const;
  const tags = ['Webhooks'];
  return async (app) => {
    app.get(
      ENDPOINTS_PATH,
      {
        config,
        schema: {
          operationId: 'listWebhookEndpoints',
          summary: 'Lista webhooks',
          tags,
          response: { 200: WebhookEndpoints, ...guardedResponses(['overloaded']) },
        },
      },
      async (request) => ({
        data: (await listEndpoints(database, scopeOf(request))).map(endpointView),
      }),
    );
    app.get(
      `${ENDPOINTS_PATH}/:id`,
      {
        config,
        schema: {
          operationId: 'getWebhookEndpoint',
          summary: 'Lê um webhook',
          tags,
          params: EndpointParams,
          response: {
            200: WebhookEndpoint,
            ...guardedResponses(['webhook_not_found', 'overloaded']),
          },
        },
      },
      async (request) => {
        const which = { id: request.params.id, scope: scopeOf(request) };
        return endpointView(await readEndpoint(database, which));
      },
    );
  };
}

function createRoute(deps: EndpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      ENDPOINTS_PATH,
      {
        config: { keyScope: 'webhooks:write' },
        schema: {
          operationId: 'createWebhookEndpoint',
          summary: 'Cria um webhook',
          description:
            'Até 20 em cada ambiente. Repetir cria outro: sem resposta, liste antes de repetir.',
          tags: ['Webhooks'],
          body: NewEndpointBody,
          response: {
            201: WebhookEndpointWithSecret,
            ...changeResponses([...SETTING_CODES, 'too_many_webhooks']),
          },
        },
      },
      async (request, reply) => {
        const { isSandbox } = callerOf(request);
        const owner = { ...scopeOf(request), isSandbox };
        const created = await createEndpoint(deps, owner, request.body, actorOfKey(request));
        return reply.code(201).send({ ...endpointView(created), secret: created.secret });
      },
    );
  };
}

function changeRoute(deps: EndpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      `${ENDPOINTS_PATH}/:id`,
      {
        config: { keyScope: 'webhooks:write' },
        schema: {
          operationId: 'changeWebhookEndpoint',
          summary: 'Muda um webhook',
          description: 'As entregas pendentes vão ao novo endereço.',
          tags: ['Webhooks'],
          params: EndpointParams,
          body: EndpointChangeBody,
          response: {
            200: WebhookEndpoint,
            ...changeResponses([...SETTING_CODES, 'webhook_not_found']),
          },
        },
      },
      async (request) => {
        const which = toChange(request);
        return endpointView(await changeEndpoint(deps, which, request.body, actorOfKey(request)));
      },
    );
  };
}

function deleteRoute(deps: EndpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.delete(
      `${ENDPOINTS_PATH}/:id`,
      {
        config: { keyScope: 'webhooks:write' },
        schema: {
          operationId: 'deleteWebhookEndpoint',
          summary: 'Apaga um webhook',
          description: 'As entregas pendentes falham. Os eventos continuam em GET /v1/events.',
          tags: ['Webhooks'],
          params: EndpointParams,
          response: {
            204: Type.Null({ description: 'Apagado.' }),
            ...changeResponses(['webhook_not_found']),
          },
        },
      },
      async (request, reply) => {
        await deleteEndpoint(deps, toChange(request), actorOfKey(request));
        return reply.code(204).send(null);
      },
    );
  };
}
