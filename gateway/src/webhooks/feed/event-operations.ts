import { refuseSandbox } from '#src/ground/access/merchant.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Owner } from '#src/ground/http/operation.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import {
  EventAttempts,
  EventDetails,
  EventPage,
  EventQuery,
  ResendBody,
  ScenarioBody,
} from './event-schemas.ts';
import { attemptView, detailsJson, pageJson } from './event-view.ts';
import { cursorOfStart, requireId, requireStart } from './feed-start.ts';
import { type EventOfKey, readEvent, readEventAttempts } from './read-event.ts';
import { readFeed } from './read-feed.ts';
import { requestedKinds } from './readable-kinds.ts';
import { resendEvent } from './resend-event.ts';
import { resendInScenario } from './resend-in-scenario.ts';

const LIMIT_DEFAULT = 20;

const { operation } = operationsOf<DatabaseAndClock>('Events');

/** The operations on the feed of events. */
export const eventOperations = [
  operation({
    at: 'GET /events',
    program: {
      id: 'listEvents',
      sdk: 'events.list',
      sdkNote:
        'Uma página. Guarde `next_cursor` e envie-o como `after`: nada é pulado nem repetido.',
      scope: 'webhooks:read',
      summary: 'Lista eventos',
      description:
        'Tudo o que aconteceu na sua conta neste ambiente, também o que nenhum webhook recebe, ' +
        'os mais antigos primeiro. Guarde `next_cursor` e envie-o como `after`: nada é pulado ' +
        'nem repetido, mesmo com eventos simultâneos. Só traz os tipos que a chave pode ler.',
    },
    query: EventQuery,
    answer: [200, EventPage],
    refuses: ['cursor_expired'],
    run: async ({ deps: { database }, owner: { caller, scope }, query }) => {
      const { type, resource, delivered, after, since, limit = LIMIT_DEFAULT } = query;
      const kinds = requestedKinds(caller.scopes, type);
      const resourceId = requireId('resource', resource);
      const from = requireId('after', after);
      const start = requireStart(from, since);
      const page = await readFeed(database, scope, {
        kinds,
        resourceId,
        limit,
        isDelivered: delivered,
        after: (await cursorOfStart(database, scope, start)).position,
      });
      return pageJson(page, from);
    },
  }),
  operation({
    at: 'GET /events/:id',
    program: {
      id: 'getEvent',
      sdk: 'events.retrieve',
      sdkNote: 'Mostra o estado de cada entrega.',
      scope: 'webhooks:read',
      summary: 'Lê um evento',
    },
    answer: [200, EventDetails],
    refuses: ['event_not_found'],
    run: async ({ deps, owner, params }) => {
      const { event, deliveries } = await readEvent(deps.database, eventOf(owner, params.id));
      return detailsJson(event, deliveries, owner.merchant.isSandbox);
    },
  }),
  operation({
    at: 'GET /events/:id/attempts',
    program: {
      id: 'listEventAttempts',
      sdk: 'events.attempts',
      sdkNote: 'Mostra a resposta do seu servidor a cada uma.',
      scope: 'webhooks:read',
      summary: 'Lista tentativas de entrega',
      description: 'As tentativas de entregar um evento, com a resposta do seu servidor.',
    },
    answer: [200, EventAttempts],
    refuses: ['event_not_found'],
    run: async ({ deps, owner, params }) => {
      const attempts = await readEventAttempts(deps.database, eventOf(owner, params.id));
      const { isSandbox } = owner.merchant;
      return JSON.stringify({ data: attempts.map((attempt) => attemptView(attempt, isSandbox)) });
    },
  }),
  operation({
    at: 'POST /events/:id/resend',
    program: {
      id: 'resendEvent',
      sdk: 'events.resend',
      sdkNote: 'Envia agora, a todos os webhooks que o recebem ou a um.',
      scope: 'webhooks:write',
      summary: 'Reenvia um evento',
      description:
        'Envia agora a cada webhook que recebe o evento, também aos que o escolheram depois. Uma ' +
        'entrega mantém o seu id: deduplique por ele. A de um webhook pausado continua à espera.',
    },
    config: { isBodyOptional: true },
    body: ResendBody,
    answer: [202, EventDetails],
    refuses: ['event_not_found', 'webhook_not_found', 'event_has_no_webhook'],
    run: async ({ deps, owner, params, body }) => {
      refuseSandbox(owner.merchant);
      const endpointId = body.webhook_endpoint_id ?? undefined;
      const target = { ...eventOf(owner, params.id), endpointId };
      const { event, deliveries } = await resendEvent(deps, target, owner.by);
      return detailsJson(event, deliveries, false);
    },
  }),
  operationsOf<DatabaseAndClock>('Testing').operation({
    at: 'POST /test/webhook-scenarios',
    program: {
      id: 'runWebhookScenario',
      sdk: 'test.run_webhook_scenario',
      sdkNote: 'Envia-o de novo aos seus webhooks.',
      scope: 'webhooks:write',
      summary: 'Envia um evento de teste com defeito',
      description:
        'Só com chave de teste, e só aos seus webhooks: para ver como o seu programa reage a ' +
        'repetições, à ordem trocada e a assinaturas que deve recusar.',
    },
    body: ScenarioBody,
    answer: [202, EventDetails],
    refuses: ['event_not_found', 'webhook_not_found', 'event_has_no_webhook', 'event_is_first'],
    run: async ({ deps, owner, body }) => {
      refuseSandbox(owner.merchant);
      if (owner.scope.environment !== 'test') throw new Refusal('event_not_found');
      const { event_id: id, scenario, webhook_endpoint_id: endpointId } = body;
      const target = { ...eventOf(owner, id), scenario, endpointId: endpointId ?? undefined };
      const { event, deliveries } = await resendInScenario(deps, target, owner.by);
      return detailsJson(event, deliveries, false);
    },
  }),
];

function eventOf({ caller, scope }: Owner, eventId: string): EventOfKey {
  return { ...scope, scopes: caller.scopes, eventId };
}
