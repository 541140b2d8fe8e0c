import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { readEndpointHealths } from '../reports/read-endpoint-health.ts';
import type { Endpoint } from './endpoint.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  listEndpoints,
  pauseEndpoint,
  resumeEndpoint,
  rotateEndpointSecret,
  testEndpoint,
} from './manage-endpoints.ts';
import {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookList,
  WebhookParams,
  WebhookWithSecret,
} from './webhook-panel-schemas.ts';

const PATH = '/api/panel/:environment/webhooks';
const CODE_REFUSALS: readonly ProblemCode[] = ['second_factor_invalid', 'rate_limited'];

/** The panel's routes for webhooks: list, create, change, delete, new secret, test. */
export function webhookPanelRoutes(deps: EndpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [listRoute, createRoute, changeRoute, deleteRoute, secretRoutes]) {
      await app.register(routes(deps));
    }
  };
}

function listRoute({ database, clock }: EndpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listWebhooks',
          params: EnvironmentParams,
          response: { 200: WebhookList, ...panelReadResponses() },
        },
      },
      async (request) => {
        const scope = memberScope(request);
        const [endpoints, health] = await Promise.all([
          listEndpoints(database, scope),
          readEndpointHealths(database, scope, clock.now()),
        ]);
        const data = endpoints.map((endpoint) => ({
          ...webhookView(endpoint),
          is_failing: health.get(endpoint.id)?.isFailing ?? false,
          retrying: health.get(endpoint.id)?.retrying ?? 0,
          failed_last_day: health.get(endpoint.id)?.failedLastDay ?? 0,
        }));
        return { data };
      },
    );
  };
}

function createRoute(deps: EndpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        schema: {
          operationId: 'createWebhook',
          params: EnvironmentParams,
          body: NewWebhook,
          response: {
            201: WebhookWithSecret,
            ...panelChangeResponses([
              'webhook_url_invalid',
              'webhook_events_invalid',
              'too_many_webhooks',
              ...CODE_REFUSALS,
            ]),
          },
        },
      },
      async (request, reply) => {
        const { isSandbox } = memberOf(request).merchant;
        const { code: _, ...settings } = request.body;
        const owner = { ...memberScope(request), isSandbox };
        const created = await createEndpoint(deps, owner, settings, actorOf(request));
        return reply.code(201).send({ ...webhookView(created), secret: created.secret });
      },
    );
  };
}

function changeRoute(deps: EndpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'changeWebhook',
          params: WebhookParams,
          body: WebhookChange,
          response: {
            200: Webhook,
            ...panelChangeResponses([
              'webhook_not_found',
              'webhook_url_invalid',
              'webhook_events_invalid',
              ...CODE_REFUSALS,
            ]),
          },
        },
      },
      async (request) => {
        const which = { id: request.params.id, scope: memberScope(request) };
        const { status, code: _, ...settings } = request.body;
        const by = actorOf(request);
        let endpoint = await changeEndpoint(deps, which, settings, by);
        if (status === 'paused') endpoint = await pauseEndpoint(deps, which, by);
        if (status === 'active') endpoint = await resumeEndpoint(deps, which, by);
        return webhookView(endpoint);
      },
    );
  };
}

function deleteRoute(deps: EndpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.delete(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'deleteWebhook',
          params: WebhookParams,
          response: { 204: Type.Null(), ...panelChangeResponses(['webhook_not_found']) },
        },
      },
      async (request, reply) => {
        const which = { id: request.params.id, scope: memberScope(request) };
        await deleteEndpoint(deps, which, actorOf(request));
        return reply.code(204).send(null);
      },
    );
  };
}

function secretRoutes(deps: EndpointDeps): FastifyPluginAsyncTypebox {
  const refusals = panelChangeResponses(['webhook_not_found']);
  return async (app) => {
    app.post(
      `${PATH}/:id/rotate`,
      {
        schema: {
          operationId: 'rotateWebhookSecret',
          params: WebhookParams,
          body: CodeOnly,
          response: {
            200: WebhookWithSecret,
            ...panelChangeResponses(['webhook_not_found', ...CODE_REFUSALS]),
          },
        },
      },
      async (request) => {
        const which = { id: request.params.id, scope: memberScope(request) };
        const rotated = await rotateEndpointSecret(deps, which, actorOf(request));
        return { ...webhookView(rotated), secret: rotated.secret };
      },
    );
    app.post(
      `${PATH}/:id/test`,
      {
        schema: {
          operationId: 'testWebhook',
          params: WebhookParams,
          response: { 202: Webhook, ...refusals },
        },
      },
      async (request, reply) => {
        const which = { id: request.params.id, scope: memberScope(request) };
        const tested = await testEndpoint(deps, which, actorOf(request));
        return reply.code(202).send(webhookView(tested));
      },
    );
  };
}

function webhookView({ id, url, events, pixKey, status, createdAt }: Endpoint) {
  const shown = { id, url, events: [...events], pix_key: pixKey };
  return { ...shown, status, created_at: isoTime(createdAt) };
}
