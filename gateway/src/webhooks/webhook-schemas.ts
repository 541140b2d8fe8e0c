import { type TSchema, Type } from 'typebox';
import { SECOND_MS } from '#src/ground/durations.ts';
import { oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { ATTEMPT_TIMEOUT_MS, SCHEDULE_DAYS } from './delivery/retry-schedule.ts';
import { EVENTS, type EventKind, eventKinds } from './webhook-event.ts';

/** What a receiver must know of deliveries. */
export const DELIVERY =
  'Entregue pelo menos uma vez, sem ordem garantida: deduplique por `id`. Responda 2xx em ' +
  `até ${ATTEMPT_TIMEOUT_MS / SECOND_MS} s; senão é repetido por cerca de ${SCHEDULE_DAYS} dias.`;

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72';

/**
 * The body of each kind of events. Events whose data has no schema belong to an option that is
 * left out.
 */
export function eventBodies(
  data: Readonly<Record<string, TSchema>>,
): readonly (readonly [EventKind, TSchema])[] {
  const test = Type.Object(
    {
      type: oneOf(['test'], { description: 'Sempre test.', examples: ['test'] }),
      endpoint_id: Type.String({ description: 'O webhook testado.', examples: [EXAMPLE_ID] }),
    },
    { title: 'WebhookTest', description: 'O webhook que você testou.' },
  );
  const schemas: Readonly<Record<string, TSchema>> = { ...data, test };
  return eventKinds.flatMap((kind) => {
    const schema = schemas[EVENTS[kind].data];
    return schema ? [[kind, body(kind, schema)] as const] : [];
  });
}

/** The `webhooks` of the OpenAPI document: the sent bodies and the expected answers. */
export function webhookDocument(bodies: ReturnType<typeof eventBodies>): object {
  return Object.fromEntries(
    bodies.map(([kind, schema]) => {
      const words = { id: `on-${kind.replace('.', '-')}`, summary: EVENTS[kind].summary };
      return [kind, { post: operation(words, schema) }];
    }),
  );
}

/** The `callbacks` of the operation that registers an address: any event, as one schema. */
export function eventCallback(bodies: ReturnType<typeof eventBodies>): object {
  const schema = Type.Union(
    bodies.map(([, one]) => one),
    { title: 'WebhookEvent', description: 'O corpo de um webhook; `event` diz de qual.' },
  );
  const words = { id: 'onEvent', summary: 'Algo aconteceu na sua conta' };
  return { event: { '{$request.body#/url}': { post: operation(words, schema) } } };
}

interface Words {
  readonly id: string;
  readonly summary: string;
}

function operation({ id, summary }: Words, schema: TSchema): object {
  return {
    operationId: id,
    summary,
    description: DELIVERY,
    tags: ['WebhookDeliveries'],
    security: [],
    parameters: HEADERS.map(([name, description, example]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', examples: [example] },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      200: { description: 'Recebido. Qualquer 2xx serve.' },
      410: { description: 'O endereço não existe mais: a entrega termina.' },
    },
  };
}

/** The headers of a delivery as one schema, for AsyncAPI. */
export function deliveryHeaders(): object {
  const fields = HEADERS.map(([name, description, example]) => [
    name,
    { type: 'string', description, examples: [example] },
  ]);
  return {
    type: 'object',
    required: HEADERS.map(([name]) => name),
    properties: Object.fromEntries(fields),
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
  ['webhook-id', 'O `id` do evento, para bibliotecas do Standard Webhooks.', EXAMPLE_ID],
  ['webhook-timestamp', 'O `t` de X-Service-Signature.', '1795176000'],
  [
    'webhook-signature',
    '`v1,<base64>`: HMAC-SHA256 de `<webhook-id>.<webhook-timestamp>.<corpo>`; dois, com um ' +
      'espaço entre eles, por 24 horas depois de gerar um novo segredo.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ],
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
      created_at: text('Quando aconteceu, ISO 8601 UTC.', '2026-11-20T12:00:30.000Z'),
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
