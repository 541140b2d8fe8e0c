import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import { type Owner, operationsOf } from '#src/ground/http/operation.ts';
import { readEndpointHealths } from '../reports/read-endpoint-health.ts';
import { endpointView } from './endpoint.ts';
import {
  EndpointChangeBody,
  NewEndpointBody,
  WebhookEndpoint,
  WebhookEndpoints,
  WebhookEndpointWithSecret,
  WebhookSecretBody,
  WebhookSecretForms,
} from './endpoint-schemas.ts';
import { selectEndpointsOf } from './endpoint-store.ts';
import {
  changeEndpoint,
  checkEndpointSecret,
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  type EndpointToChange,
  findEndpoint,
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
  WebhookWithSecret,
} from './webhook-panel-schemas.ts';

const { operation } = operationsOf<EndpointDeps>('Webhooks');

/** The operations on the webhooks of a merchant. */
export const endpointOperations = [
  operation({
    at: 'GET /webhook-endpoints',
    program: {
      id: 'listWebhookEndpoints',
      sdk: 'webhook_endpoints.list',
      scope: 'webhooks:read',
      summary: 'Lista webhooks',
    },
    answer: [200, WebhookEndpoints],
    run: async ({ deps, owner }) => ({
      data: (await selectEndpointsOf(deps.database, owner.scope)).map(endpointView),
    }),
  }),
  operation({
    at: 'GET /webhooks',
    member: { id: 'listWebhooks', access: memberRules.readIntegration },
    answer: [200, WebhookList],
    run: async ({ deps: { database, clock }, owner: { scope } }) => {
      const [endpoints, health] = await Promise.all([
        selectEndpointsOf(database, scope),
        readEndpointHealths(database, scope, clock.now()),
      ]);
      const data = endpoints.map((endpoint) => ({
        ...endpointView(endpoint),
        is_failing: health.get(endpoint.id)?.isFailing ?? false,
        retrying: health.get(endpoint.id)?.retrying ?? 0,
        failed_last_day: health.get(endpoint.id)?.failedLastDay ?? 0,
      }));
      return { data };
    },
  }),
  operation({
    at: 'GET /webhook-endpoints/:id',
    program: {
      id: 'getWebhookEndpoint',
      sdk: 'webhook_endpoints.retrieve',
      scope: 'webhooks:read',
      summary: 'Lê um webhook',
    },
    answer: [200, WebhookEndpoint],
    refuses: ['webhook_not_found'],
    run: async ({ deps, owner: { scope }, params: { id } }) =>
      endpointView(await findEndpoint(deps.database, id, scope)),
  }),
  operation({
    at: 'POST /webhook-endpoints',
    program: {
      id: 'createWebhookEndpoint',
      sdk: 'webhook_endpoints.create',
      sdkNote: 'Guarde o `secret`: ele não é mostrado de novo.',
      scope: 'webhooks:write',
      summary: 'Cria um webhook',
      description:
        'Até 20 em cada ambiente. Repetir cria outro: sem resposta, liste antes de repetir.',
    },
    member: {
      id: 'createWebhook',
      access: memberRules.endpoint,
      at: 'POST /webhooks',
      body: NewWebhook,
      answer: WebhookWithSecret,
    },
    body: NewEndpointBody,
    answer: [201, WebhookEndpointWithSecret],
    refuses: ['webhook_url_invalid', 'webhook_events_invalid', 'too_many_webhooks'],
    run: async ({ deps, owner: { merchant, scope, by }, body: { url, events } }) => {
      const { isSandbox } = merchant;
      const settings = { url, ...(events && { events }) };
      const created = await createEndpoint(deps, { ...scope, isSandbox }, settings, by);
      return { ...endpointView(created), secret: created.secret };
    },
  }),
  operation({
    at: 'PATCH /webhook-endpoints/:id',
    program: {
      id: 'changeWebhookEndpoint',
      sdk: 'webhook_endpoints.update',
      sdkNote: 'O que não é enviado fica como está.',
      scope: 'webhooks:write',
      summary: 'Muda um webhook',
      description: 'As entregas pendentes vão ao novo endereço.',
    },
    body: EndpointChangeBody,
    answer: [200, WebhookEndpoint],
    refuses: ['webhook_not_found', 'webhook_url_invalid', 'webhook_events_invalid'],
    run: async ({ deps, owner, params: { id }, body }) =>
      endpointView(await changeEndpoint(deps, toChange(owner, id), body, owner.by)),
  }),
  operation({
    at: 'PATCH /webhooks/:id',
    member: {
      id: 'changeWebhook',
      // Only a new address sends events of production elsewhere.
      access: { ...memberRules.endpoint, needsCode: ({ url }) => url !== undefined },
    },
    body: WebhookChange,
    answer: [200, Webhook],
    refuses: ['webhook_not_found', 'webhook_url_invalid', 'webhook_events_invalid'],
    run: async ({ deps, owner: { scope, by }, params: { id }, body }) => {
      const { status, code: _, ...settings } = body;
      const which = { id, scope };
      let endpoint = await changeEndpoint(deps, which, settings, by);
      if (status === 'paused') endpoint = await pauseEndpoint(deps, which, by);
      if (status === 'active') endpoint = await resumeEndpoint(deps, which, by);
      return endpointView(endpoint);
    },
  }),
  operation({
    at: 'DELETE /webhook-endpoints/:id',
    program: {
      id: 'deleteWebhookEndpoint',
      sdk: 'webhook_endpoints.delete',
      scope: 'webhooks:write',
      summary: 'Apaga um webhook',
      description: 'As entregas pendentes falham. Os eventos continuam em GET /v1/events.',
      answer: Type.Null({ description: 'Apagado.' }),
    },
    member: {
      id: 'deleteWebhook',
      access: memberRules.integration,
      at: 'DELETE /webhooks/:id',
    },
    answer: [204, Type.Null()],
    refuses: ['webhook_not_found'],
    run: async ({ deps, owner, params: { id } }) => {
      await deleteEndpoint(deps, toChange(owner, id), owner.by);
      return null;
    },
  }),
  operation({
    at: 'POST /webhook-endpoints/:id/pause',
    program: {
      id: 'pauseWebhookEndpoint',
      sdk: 'webhook_endpoints.pause',
      sdkNote: 'As entregas esperam até `resume`.',
      isRepeatable: true,
      scope: 'webhooks:write',
      summary: 'Pausa um webhook',
      description: 'As entregas esperam até que seja retomado.',
    },
    answer: [200, WebhookEndpoint],
    refuses: ['webhook_not_found'],
    run: async ({ deps, owner, params: { id } }) =>
      endpointView(await pauseEndpoint(deps, toChange(owner, id), owner.by)),
  }),
  operation({
    at: 'POST /webhook-endpoints/:id/resume',
    program: {
      id: 'resumeWebhookEndpoint',
      sdk: 'webhook_endpoints.resume',
      isRepeatable: true,
      scope: 'webhooks:write',
      summary: 'Retoma um webhook',
      description: 'As entregas que esperavam saem agora.',
    },
    answer: [200, WebhookEndpoint],
    refuses: ['webhook_not_found'],
    run: async ({ deps, owner, params: { id } }) =>
      endpointView(await resumeEndpoint(deps, toChange(owner, id), owner.by)),
  }),
  operation({
    at: 'POST /webhook-endpoints/:id/test',
    program: {
      id: 'testWebhookEndpoint',
      sdk: 'webhook_endpoints.test',
      sdkNote: 'Envia o evento `webhook.test` ao endereço.',
      scope: 'webhooks:write',
      summary: 'Testa um webhook',
      description: 'Envia o evento webhook.test ao endereço.',
    },
    member: {
      id: 'testWebhook',
      access: memberRules.integration,
      at: 'POST /webhooks/:id/test',
      answer: Webhook,
    },
    answer: [202, WebhookEndpoint],
    refuses: ['webhook_not_found'],
    run: async ({ deps, owner, params: { id } }) =>
      endpointView(await testEndpoint(deps, toChange(owner, id), owner.by)),
  }),
  operation({
    at: 'POST /webhook-endpoints/:id/rotate',
    program: {
      id: 'rotateWebhookEndpoint',
      sdk: 'webhook_endpoints.rotate',
      sdkNote: 'Por 24 horas as entregas são assinadas com os dois.',
      scope: 'webhooks:write',
      summary: 'Troca o segredo de um webhook',
      description: 'Por 24 horas as entregas são assinadas com os dois segredos.',
    },
    member: {
      id: 'rotateWebhookSecret',
      access: memberRules.endpoint,
      at: 'POST /webhooks/:id/rotate',
      body: CodeOnly,
      answer: WebhookWithSecret,
    },
    answer: [200, WebhookEndpointWithSecret],
    refuses: ['webhook_not_found'],
    run: async ({ deps, owner, params: { id } }) => {
      const rotated = await rotateEndpointSecret(deps, toChange(owner, id), owner.by);
      return { ...endpointView(rotated), secret: rotated.secret };
    },
  }),
  operation({
    at: 'POST /webhook-endpoints/:id/check-secret',
    program: {
      id: 'checkWebhookEndpointSecret',
      sdk: 'webhook_endpoints.check_secret',
      sdkNote: 'Diz se é o atual, e o dá nas duas formas.',
      isRepeatable: true,
      scope: 'webhooks:read',
      summary: 'Confere o segredo de um webhook',
      description:
        'Diz se o segredo que o seu programa tem é o atual, e o dá nas duas formas: a que o ' +
        'gateway mostrou e a que as bibliotecas do Standard Webhooks leem. Não mostra um segredo ' +
        'que você não tem.',
    },
    body: WebhookSecretBody,
    answer: [200, WebhookSecretForms],
    refuses: ['webhook_not_found'],
    run: async ({ deps, owner: { scope }, params: { id }, body: { secret } }) => {
      const forms = await checkEndpointSecret(deps, { id, scope }, secret);
      return {
        is_current: forms !== undefined,
        secret: forms?.secret ?? null,
        standard_secret: forms?.standardSecret ?? null,
      };
    },
  }),
];

/** The endpoint to change. Refuses `sandbox_forbidden` for the sandbox. */
function toChange({ merchant, scope }: Owner, id: string): EndpointToChange {
  refuseSandbox(merchant);
  return { id, scope };
}
