import { type TSchema, Type } from 'typebox';
import { SECOND_MS } from '#src/ground/durations.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { ATTEMPT_TIMEOUT_MS, SCHEDULE_DAYS } from './delivery/retry-schedule.ts';
import { EVENTS, type EventKind, eventKinds } from './webhook-event.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72';

/** The `webhooks` of the OpenAPI document: the sent bodies and the expected answers. */
export function webhookDocument(data: {
  ChargeDetails: TSchema;
  PayoutDetails: TSchema;
  ReceivedSplit: TSchema;
  DisputeDetails: TSchema;
  BalanceAdjustmentView: TSchema;
  SubscriptionAnswer: TSchema;
  CycleAnswer: TSchema;
}): object {
  const test = Type.Object(
    {
      type: oneOf(['test'], { description: 'Sempre test.', examples: ['test'] }),
      endpoint_id: Type.String({ description: 'O webhook testado.', examples: [EXAMPLE_ID] }),
    },
    { title: 'WebhookTest' },
  );
  const schemas = {
    charge: data.ChargeDetails,
    payout: data.PayoutDetails,
    split: data.ReceivedSplit,
    dispute: data.DisputeDetails,
    adjustment: data.BalanceAdjustmentView,
    subscription: data.SubscriptionAnswer,
    cycle: data.CycleAnswer,
    test,
  };
  return Object.fromEntries(
    eventKinds.map((kind) => [kind, { post: operation(kind, schemas[EVENTS[kind].data]) }]),
  );
}

function operation(kind: EventKind, data: TSchema): object {
  return {
    operationId: `on-${kind.replace('.', '-')}`,
    summary: EVENTS[kind].summary,
    description:
      'Entregue pelo menos uma vez, sem ordem garantida: deduplique por `id`. Responda 2xx em ' +
      `até ${ATTEMPT_TIMEOUT_MS / SECOND_MS} s; senão é repetido por cerca de ` +
      `${SCHEDULE_DAYS} dias.`,
    tags: ['WebhookDeliveries'],
    security: [],
    parameters: HEADERS.map(([name, description, example]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', examples: [example] },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: body(kind, data) } } },
    responses: {
      200: { description: 'Recebido. Qualquer 2xx serve.' },
      410: { description: 'O endereço não existe mais: a entrega termina.' },
    },
  };
}

const HEADERS = [
  [
    'X-Service-Signature',
    '`t=<segundos unix>,v1=<hex>`: HMAC-SHA256 de `<t>.<corpo>` com o segredo do webhook. Recuse ' +
      'quando t difere do seu relógio em mais de 300 s.',
    't=1795176000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ],
  ['X-Service-Event', 'O tipo do evento.', 'deposit.paid'],
  ['X-Service-Delivery', 'O mesmo em todas as tentativas de uma entrega.', EXAMPLE_ID],
] as const;

function body(kind: EventKind, data: TSchema): TSchema {
  return Type.Object(
    {
      id: Type.String({ description: 'Identificador do evento.', examples: [EXAMPLE_ID] }),
      event: oneOf([kind], { description: 'O tipo do evento.', examples: [kind] }),
      environment: oneOf(['test', 'live'], {
        description: 'O ambiente da transação.',
        examples: ['test'],
      }),
      sequence: Type.Integer({
        description: 'Conta os eventos de uma transação, parte ou contestação a partir de 1.',
        examples: [1],
      }),
      created_at: Type.String({
        description: 'Quando aconteceu, ISO 8601 UTC.',
        examples: ['2026-11-20T12:00:30.000Z'],
      }),
      data,
    },
    { title: titleOf(kind) },
  );
}

/** `deposit.paid` as DepositPaidEvent. */
function titleOf(kind: EventKind): string {
  const words = kind.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}
