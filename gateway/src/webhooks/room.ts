import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  event_not_found: problem(404, 'never', {
    pt: 'Evento não encontrado.',
    en: 'Event not found.',
    cause:
      'Não há evento com este identificador, ele é do outro ambiente, ou já foi apagado: eventos ' +
      'são guardados por 90 dias.',
    remedy:
      'Liste com `GET /v1/events`. O identificador é o `id` do corpo do webhook, não o ' +
      '`X-Service-Delivery`.',
  }),
  webhook_not_found: problem(404, 'never', {
    pt: 'Webhook não encontrado.',
    en: 'Webhook not found.',
    cause:
      'Não há webhook com este identificador na sua conta e no ambiente da chave, ou ele foi ' +
      'apagado.',
    remedy: 'Liste com `GET /v1/webhook-endpoints`.',
  }),
  event_has_no_webhook: problem(409, 'never', {
    pt: 'Nenhum webhook recebe este evento.',
    en: 'No webhook gets this event.',
    cause: 'Nenhum webhook da conta recebe este tipo de evento, ou o escolhido não o recebe.',
    remedy: 'Crie um webhook, ou inclua o evento em um que existe, e reenvie.',
  }),
  cursor_expired: problem(410, 'after_change', {
    pt: 'O evento de after (ou Last-Event-ID) não existe mais: recomece sem ele.',
    en: 'The event of after (or Last-Event-ID) no longer exists: start without it.',
    cause:
      'O evento de `after` (ou `Last-Event-ID`) já foi apagado: o seu programa ficou parado por ' +
      'mais tempo do que os eventos são guardados.',
    remedy: 'Confira as transações do período com `GET /v1/transactions` e recomece sem `after`.',
  }),
  webhook_url_invalid: problem(422, 'after_change', {
    pt:
      'O endereço do webhook deve ser uma URL https pública (http só fora de produção) de até ' +
      '2048 caracteres.',
    en:
      'The address of the webhook must be a public https URL (http only outside production) of ' +
      'up to 2048 characters.',
    cause:
      'O endereço não é uma URL http(s), é longo demais, ou aponta para uma rede privada. Em ' +
      'produção só https público é aceito.',
    remedy:
      'Para desenvolver em localhost não é preciso endereço público: leia [os ' +
      'eventos](../eventos.md#receber-na-hora-sem-endereço-público).',
  }),
  webhook_events_invalid: problem(422, 'after_change', {
    pt: 'Escolha ao menos um evento para o webhook.',
    en: 'Choose at least one event for the webhook.',
    cause: '`events` está vazio ou traz um evento que não existe.',
    remedy:
      'Escolha da [lista de eventos](../webhooks.md), ou não envie `events` para receber todos.',
  }),
  too_many_webhooks: problem(422, 'never', {
    pt: 'Um ambiente pode ter no máximo 20 webhooks.',
    en: 'An environment can have at most 20 webhooks.',
    cause: 'O ambiente já tem 20 webhooks.',
    remedy: 'Apague os que não são usados. Um webhook pode receber todos os eventos.',
  }),
  delivery_not_found: problem(404, 'never', {
    pt: 'Entrega não encontrada.',
    en: 'Delivery not found.',
    cause: 'A entrega já foi apagada ou é de outro webhook.',
    remedy: 'Procure o evento em `GET /v1/events`.',
  }),
};

const codes = {
  problems,
  auditActions: [
    'webhook.changed',
    'webhook.created',
    'webhook.deleted',
    'webhook.paused',
    'webhook.resent',
    'webhook.resumed',
    'webhook.secret_rotated',
    'webhook.tested',
  ],
  workKinds: {},
} as const satisfies RoomCodes;

/** Events, their delivery, endpoints and the feed. */
export const webhooksRoom: Room<typeof codes> = {
  name: 'webhooks',
  codes,
  api: async () => (await import('./api.ts')).webhooksApi,
  operations: async () => (await import('./operations.ts')).webhooksOperations,
  work: async () => (await import('./work.ts')).startWebhooks,
  sharedWork: async () => {
    const { startDeliveries } = await import('./work.ts');
    return (context, parts) => [startDeliveries(context, parts)];
  },
  expiries: async () => (await import('./work.ts')).webhookExpiries,
  commands: [
    ['webhook', async () => (await import('./commands/webhook-commands.ts')).addWebhookCommands],
  ],
};
