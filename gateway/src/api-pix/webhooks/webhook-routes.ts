import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOfKey, callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import type { Database } from '#src/ground/database/database.ts';
import { checkTargetUrl } from '#src/ground/http/http-client.ts';
import type { EndpointDeps } from '#src/webhooks/endpoints/manage-endpoints.ts';
import {
  deleteCallbackEndpoint,
  type PixEndpoint,
  setCallbackEndpoint,
} from '#src/webhooks/endpoints/manage-pix-endpoints.ts';
import { scopeOfRoute } from '../access/standard-scopes.ts';
import {
  type ListQuery,
  QueryFaults,
  readListPage,
  shownParameters,
} from '../lists/page-of-list.ts';
import { sameKey } from '../pix-keys/own-key-of.ts';
import { type OwnKeysDeps, ownPixKeys } from '../pix-keys/own-pix-keys.ts';
import { invalidOperation, notFound } from '../problems/standard-problem.ts';
import { findWebhook, listWebhooks } from './api-pix-webhook.ts';

const URL_LENGTH_MAX = 2_048;
const PIX_KEY = /^[\x21-\x7e]{1,77}$/;
const KeyParams = Type.Object({ chave: Type.String() });
const WebhookBody = Type.Object({ webhookUrl: Type.String() });
const read = { problemFamily: 'Webhook', ...scopeOfRoute('webhook.read') } as const;
const write = { problemFamily: 'Webhook', ...scopeOfRoute('webhook.write') } as const;

export interface WebhookRoutesDeps extends EndpointDeps, OwnKeysDeps {
  /** For reads. */
  readonly reads: { readonly database: Database };
}

/** /pix/v2/webhook: where the call-backs about payments go. */
export function webhookRoutes(deps: WebhookRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(changeRoutes(deps));
    await app.register(readRoutes(deps));
  };
}

function changeRoutes(deps: WebhookRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.put(
      '/pix/v2/webhook/:chave',
      {
        config: write,
        schema: {
          hide: true,
          operationId: 'apiPixSetWebhook',
          params: KeyParams,
          body: WebhookBody,
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseSandbox(caller);
        const { chave } = request.params;
        const url = readUrl(deps, request.body.webhookUrl);
        const keys = await ownPixKeys(deps, deps.reads.database, caller);
        const pixKey = sameKey(keys, chave);
        if (pixKey === undefined) throw foreignKey(chave);
        const { merchantId, environment } = caller;
        const owner = { merchantId, environment, isSandbox: caller.isSandbox };
        const topic = { format: 'api_pix', pixKey } as const;
        await setCallbackEndpoint(deps, owner, { topic, url }, actorOfKey(request));
        return reply.code(200).send();
      },
    );
    app.delete(
      '/pix/v2/webhook/:chave',
      {
        config: write,
        schema: { hide: true, operationId: 'apiPixDeleteWebhook', params: KeyParams },
      },
      async (request, reply) => {
        const { merchantId, environment, ...caller } = callerOf(request);
        refuseSandbox(caller);
        const scope = { merchantId, environment };
        const { database } = deps.reads;
        const webhook = await findWebhook(database, scope, knownKey(request.params.chave));
        const topic = webhook && ({ format: 'api_pix', pixKey: webhook.pixKey } as const);
        const isDeleted =
          topic && (await deleteCallbackEndpoint(deps, { ...scope, topic }, actorOfKey(request)));
        if (!isDeleted) throw notFound('Webhook');
        return reply.code(204).send();
      },
    );
  };
}

function readRoutes({ reads: { database } }: WebhookRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/pix/v2/webhook/:chave',
      {
        config: read,
        schema: { hide: true, operationId: 'apiPixGetWebhook', params: KeyParams },
      },
      async (request) => {
        const { chave } = request.params;
        const webhook = await findWebhook(database, callerOf(request), knownKey(chave));
        if (!webhook) throw notFound('Webhook');
        return shown(webhook);
      },
    );
    app.get(
      '/pix/v2/webhook',
      { config: read, schema: { hide: true, operationId: 'apiPixListWebhooks' } },
      async (request) => {
        const faults = new QueryFaults();
        const page = readListPage(request.query as ListQuery, faults, { areTimesRequired: false });
        faults.refuse('Webhook');
        const all = await listWebhooks(database, callerOf(request));
        const { from = 0, to = Number.POSITIVE_INFINITY, page: number, items } = page;
        const found = all.filter(({ createdAt }) => createdAt >= from && createdAt <= to);
        const start = number * items;
        return {
          parametros: shownParameters(page, found.length),
          webhooks: found.slice(start, start + items).map(shown),
        };
      },
    );
  };
}

/** @throws {StandardProblem} WebhookNaoEncontrado for a text that can't be a Pix key */
function knownKey(chave: string): string {
  if (PIX_KEY.test(chave)) return chave;
  throw notFound('Webhook');
}

function shown({ pixKey, url, createdAt }: PixEndpoint) {
  return { webhookUrl: url, chave: pixKey, criacao: new Date(createdAt).toISOString() };
}

/** The same rules as for webhooks of /v1. */
export function readUrl(
  { targetRules }: Pick<WebhookRoutesDeps, 'targetRules'>,
  unchecked: string,
  family: 'Webhook' | 'WebhookRec' | 'WebhookCobR' = 'Webhook',
): string {
  const url = unchecked.trim();
  if (url.length <= URL_LENGTH_MAX && checkTargetUrl(url, targetRules) === 'ok') return url;
  throw invalidOperation(family, 'O endereço do webhook não é aceito.', [
    {
      razao: 'Informe um endereço público que comece com https://.',
      propriedade: 'webhook.webhookUrl',
      valor: url.slice(0, URL_LENGTH_MAX),
    },
  ]);
}

function foreignKey(pixKey: string) {
  const razao = 'O parâmetro {chave} não corresponde a uma chave Pix deste usuário recebedor.';
  const detail = 'A chave Pix não é desta conta.';
  return invalidOperation('Webhook', detail, [{ razao, propriedade: 'chave', valor: pixKey }]);
}
