import { Type } from 'typebox';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { CursorQuery, EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { eventKinds, transactionEventKinds } from '../webhook-event.ts';

const Events = Type.Array(oneOf(transactionEventKinds), { 'x-documented': { minItems: 1 } });
const DeliveryStatus = oneOf(['pending', 'delivered', 'failed']);

export const WebhookParams = Type.Object({ ...EnvironmentParams.properties, id: Type.String() });
const webhook = {
  id: Type.String(),
  url: Type.String(),
  events: Events,
  pix_key: Type.Union([Type.String(), Type.Null()], {
    description: 'A chave cujos Pix chegam no formato da API Pix; null: recebe eventos.',
  }),
  status: oneOf(['active', 'paused']),
  created_at: Type.String(),
};
export const Webhook = Type.Object(webhook);
export const WebhookWithSecret = Type.Object({
  ...webhook,
  secret: Type.String({ description: 'Mostrado uma única vez.' }),
});
export const WebhookList = Type.Object({
  data: Type.Array(
    Type.Object({
      ...webhook,
      is_failing: Type.Boolean({
        description:
          'Se há entregas à espera de nova tentativa, ou nada foi entregue depois da última falha.',
      }),
      retrying: Type.Integer({ description: 'Entregas à espera de nova tentativa; até 1000.' }),
      failed_last_day: Type.Integer({
        description: 'Entregas com as tentativas esgotadas em 24 horas; até 1000.',
      }),
    }),
  ),
});

export const NewWebhook = Type.Object({
  url: Type.String({ format: 'web-address' }),
  events: Type.Optional(Events),
  code: OptionalCode,
});
export const WebhookChange = Type.Object({
  url: Type.Optional(Type.String({ format: 'web-address' })),
  events: Type.Optional(Events),
  status: Type.Optional(oneOf(['active', 'paused'])),
  code: OptionalCode,
});

const delivery = {
  id: Type.String(),
  event: oneOf(eventKinds),
  resource_id: Type.String(),
  status: DeliveryStatus,
  attempt_count: Type.Integer(),
  reference: Type.Union([Type.String(), Type.Null()], { description: 'O external_id, se há.' }),
  last_status: Type.Union([Type.Integer(), Type.Null()]),
  last_duration_ms: Type.Union([Type.Integer(), Type.Null()]),
  next_attempt_at: NullableText,
  created_at: Type.String(),
};
export const DeliveryQuery = Type.Object({
  ...CursorQuery.properties,
  status: Type.Optional(DeliveryStatus),
});
export const DeliveryList = Type.Object({
  data: Type.Array(Type.Object(delivery)),
  next_cursor: NullableText,
});
export const DeliveryWithAttempts = Type.Object({
  ...delivery,
  body: Type.String({ description: 'Os bytes que são assinados e enviados.' }),
  attempts: Type.Array(
    Type.Object({
      attempt: Type.Integer(),
      started_at: Type.String(),
      duration_ms: Type.Integer(),
      response_status: Type.Union([Type.Integer(), Type.Null()]),
      response_excerpt: NullableText,
      failure: NullableText,
      request_headers: Type.Union([
        Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
        Type.Null(),
      ]),
    }),
  ),
});

export const ResendFailedBody = Type.Object({
  since: Type.Optional(Type.String({ format: 'instant' })),
});
export const Resent = Type.Object({
  resent: Type.Integer(),
  has_more: Type.Boolean({ description: 'Se há mais a reenviar com outra chamada.' }),
});
