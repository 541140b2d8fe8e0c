import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOfKey, callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import {
  deleteCallbackEndpoint,
  findCallbackEndpoint,
  setCallbackEndpoint,
} from '#src/webhooks/endpoints/manage-pix-endpoints.ts';
import type { RecurringFormat } from '#src/webhooks/pix-callbacks/recurring-callback.ts';
import { scopeOfRoute } from '../access/standard-scopes.ts';
import { notFound } from '../problems/standard-problem.ts';
import { readUrl, type WebhookRoutesDeps } from './webhook-routes.ts';

const WebhookBody = Type.Object({ webhookUrl: Type.String() });

/** /pix/v2/webhookrec and /pix/v2/webhookcobr: where the call-backs of Pix Automático go. */
export function recurringWebhookRoutes(deps: WebhookRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(
      routesOf(deps, {
        path: '/pix/v2/webhookrec',
        name: 'Rec',
        family: 'WebhookRec',
        format: 'api_pix_rec',
        read: scopeOfRoute('webhookrec.read'),
        write: scopeOfRoute('webhookrec.write'),
      }),
    );
    await app.register(
      routesOf(deps, {
        path: '/pix/v2/webhookcobr',
        name: 'Cobr',
        family: 'WebhookCobR',
        format: 'api_pix_cobr',
        read: scopeOfRoute('webhookcobr.read'),
        write: scopeOfRoute('webhookcobr.write'),
      }),
    );
  };
}

interface WebhookKind {
  readonly path: string;
  readonly name: string;
  readonly family: 'WebhookRec' | 'WebhookCobR';
  readonly format: RecurringFormat;
  readonly read: ReturnType<typeof scopeOfRoute>;
  readonly write: ReturnType<typeof scopeOfRoute>;
}

function routesOf(
  deps: WebhookRoutesDeps,
  { path, name, family, format, read, write }: WebhookKind,
): FastifyPluginAsyncTypebox {
  const ofRead = { problemFamily: family, ...read } as const;
  const ofWrite = { problemFamily: family, ...write } as const;
  const topic = { format, pixKey: null } as const;
  return async (app) => {
    app.put(
      path,
      {
        config: ofWrite,
        schema: { hide: true, operationId: `apiPixSetWebhook${name}`, body: WebhookBody },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseSandbox(caller);
        const url = readUrl(deps, request.body.webhookUrl, family);
        const { merchantId, environment, isSandbox } = caller;
        const owner = { merchantId, environment, isSandbox };
        await setCallbackEndpoint(deps, owner, { topic, url }, actorOfKey(request));
        return reply.code(200).send();
      },
    );
    app.get(
      path,
      { config: ofRead, schema: { hide: true, operationId: `apiPixGetWebhook${name}` } },
      async (request) => {
        const { merchantId, environment } = callerOf(request);
        const scope = { merchantId, environment };
        const webhook = await findCallbackEndpoint(deps.reads.database, scope, topic);
        if (!webhook) throw notFound(family);
        return { webhookUrl: webhook.url, criacao: new Date(webhook.createdAt).toISOString() };
      },
    );
    app.delete(
      path,
      { config: ofWrite, schema: { hide: true, operationId: `apiPixDeleteWebhook${name}` } },
      async (request, reply) => {
        const { merchantId, environment, ...caller } = callerOf(request);
        refuseSandbox(caller);
        const which = { merchantId, environment, topic };
        if (!(await deleteCallbackEndpoint(deps, which, actorOfKey(request)))) {
          throw notFound(family);
        }
        return reply.code(204).send();
      },
    );
  };
}
