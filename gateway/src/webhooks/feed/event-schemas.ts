import { Type } from 'typebox';
import { pageLimit } from '#src/ground/schemas/query-schemas.ts';
import { instant, nullable, oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { eventKinds } from '../webhook-event.ts';
import { resendScenarios } from './resend-in-scenario.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72';
const EXAMPLE_RESOURCE = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';
const EXAMPLE_URL = 'https://loja.example.com/webhooks';

const AFTER = 'O id de um evento: só os que vêm depois dele.';
const TYPE = 'Só estes tipos, separados por vírgula.';

const after = (description: string) =>
  Type.Optional(
    Type.String({
      description,
      'x-documented': { format: 'uuid' },
      examples: [EXAMPLE_ID],
    }),
  );
const type = Type.Optional(
  Type.String({
    description: TYPE,
    'x-documented': { pattern: '^[a-z_.]+(,[a-z_.]+)*$', maxLength: 500 },
    examples: ['deposit.paid,deposit.refunded'],
  }),
);

const since = Type.Optional(
  Type.String({
    description:
      'Um instante ISO 8601: só os eventos desde então (os primeiros podem ser alguns segundos ' +
      'mais antigos). Só sem after.',
    'x-documented': { format: 'date-time' },
    examples: ['2026-11-20T12:00:00Z'],
  }),
);

export const EventQuery = Type.Object({
  type,
  resource: Type.Optional(
    Type.String({
      description: 'Só os eventos desta transação ou contestação.',
      'x-documented': { format: 'uuid' },
      examples: [EXAMPLE_RESOURCE],
    }),
  ),
  delivered: Type.Optional(
    Type.Boolean({
      description:
        'false: só os que algum webhook ainda não recebeu, ou que nenhum webhook recebe. ' +
        'true: só os que todos os webhooks receberam.',
      examples: [false],
    }),
  ),
  after: after(AFTER),
  since,
  limit: pageLimit('Quantos por página.'),
});

export const StreamQuery = Type.Object({
  type,
  after: after(`${AFTER} O cabeçalho Last-Event-ID, se enviado, vale no lugar dele.`),
  since,
});

const event = {
  id: text('Identificador do evento.', EXAMPLE_ID),
  event: oneOf(eventKinds, {
    description: 'O tipo do evento.',
    examples: ['deposit.paid'],
  }),
  environment: oneOf(['test', 'live'], {
    description: 'O ambiente da transação.',
    examples: ['test'],
  }),
  sequence: Type.Integer({
    description: 'Conta os eventos de uma transação, parte ou contestação a partir de 1.',
    examples: [1],
  }),
  created_at: instant('Quando aconteceu.'),
  data: Type.Unsafe<object>({
    type: 'object',
    description: 'O mesmo que o webhook leva: veja o corpo de cada evento em Webhooks.',
    examples: [{ type: 'charge', internal_id: EXAMPLE_RESOURCE, status: 'paid', amount: 10_000 }],
  }),
  resource_id: text('A transação, contestação ou ajuste de que o evento trata.', EXAMPLE_RESOURCE),
  delivered: Type.Boolean({
    description: 'Se algum webhook o recebe e todos já o receberam.',
    examples: [true],
  }),
};

export const EventPage = Type.Object(
  {
    data: Type.Array(
      Type.Object(event, {
        title: 'EventPageItem',
        description: 'Algo que aconteceu na sua conta.',
      }),
      { description: 'Os eventos da página.' },
    ),
    next_cursor: nullable(
      text('O after da próxima página, agora ou mais tarde; null só sem evento algum.', EXAMPLE_ID),
    ),
    has_more: Type.Boolean({
      description: 'Se já há o que ler depois dele. Com um filtro a página pode vir incompleta.',
      examples: [false],
    }),
  },
  { title: 'EventPage', description: 'Os mais antigos primeiro.' },
);

const endpointId = nullable(text('O webhook; null no sandbox.', EXAMPLE_RESOURCE));
const url = nullable(text('O endereço; null no sandbox.', EXAMPLE_URL));

export const EventDetails = Type.Object(
  {
    ...event,
    deliveries: Type.Array(
      Type.Object(
        {
          id: text('O X-Service-Delivery.', EXAMPLE_ID),
          webhook_endpoint_id: endpointId,
          url,
          status: oneOf(['pending', 'delivered', 'failed'], {
            description: 'failed: as tentativas se esgotaram.',
            examples: ['delivered'],
          }),
          attempt_count: Type.Integer({ description: 'Tentativas feitas.', examples: [1] }),
          next_attempt_at: nullable(
            instant('A próxima tentativa; null se terminou ou se o webhook está pausado.'),
          ),
        },
        { title: 'EventDetailsDelivery' },
      ),
      { description: 'Uma entrega para cada webhook que recebe o evento.' },
    ),
  },
  { title: 'EventDetails', description: 'O evento e o estado de cada entrega.' },
);

export const EventAttempts = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          delivery_id: text('A entrega.', EXAMPLE_ID),
          webhook_endpoint_id: endpointId,
          url,
          attempt: Type.Integer({ description: 'Conta as tentativas da entrega.', examples: [1] }),
          started_at: instant('Quando começou.'),
          duration_ms: Type.Integer({ description: 'Milissegundos.', examples: [87] }),
          response_status: Type.Union(
            [Type.Integer({ description: 'O status HTTP.', examples: [200] }), Type.Null()],
            { description: 'O status da resposta; null se não houve.' },
          ),
          response_excerpt: nullable(text('O começo da resposta, até 1 KiB.', 'ok')),
          failure: nullable(text('Por que não houve resposta.', 'timeout: sem resposta em 10 s')),
        },
        { title: 'EventAttempt' },
      ),
      { description: 'As mais novas primeiro, até 100.' },
    ),
  },
  { title: 'EventAttempts', description: 'As de todas as entregas do evento.' },
);

export const ResendBody = Type.Object(
  {
    webhook_endpoint_id: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Só a este webhook. Sem ele, a todos os que recebem o evento.',
        examples: [EXAMPLE_RESOURCE],
      }),
    ),
  },
  { title: 'EventResend', description: 'A quem reenviar.' },
);

export const ScenarioBody = Type.Object(
  {
    event_id: text('O evento a enviar.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72'),
    scenario: oneOf(resendScenarios, {
      description:
        'doubled: duas vezes. out_of_order: o evento anterior da mesma transação chega 5 s ' +
        'depois. ' +
        'old_time: assinatura de 10 minutos atrás. wrong_secret: assinatura de outro ' +
        'segredo. Nos ' +
        'dois últimos só a próxima tentativa é assim.',
      examples: ['old_time'],
    }),
    ...ResendBody.properties,
  },
  { title: 'WebhookScenario', description: 'O que dá errado na entrega de um evento.' },
);
