import { EVENTS, type EventKind } from '#src/webhooks/webhook-event.ts';
import { documentFormats } from './documented-formats.ts';
import { nameComponents } from './openapi-components.ts';

type Facts = Readonly<Record<string, unknown>>;

const CHANNEL = 'webhook';

/** What the document says of the webhooks. */
interface Webhooks {
  readonly info: Facts;
  /** The body of each kind. */
  readonly bodies: readonly (readonly [EventKind, unknown])[];
  /** The headers of a delivery as one schema. */
  readonly headers: object;
  /** What a receiver must know of deliveries. */
  readonly delivery: string;
}

/**
 * The AsyncAPI 3.0 document of the events that the gateway sends, with the schemas of the bodies
 * in the OpenAPI document.
 */
export function asyncApiDocument({ info, bodies, headers, delivery }: Webhooks): object {
  const payloads = documentFormats(Object.fromEntries(bodies)) as Facts;
  const { components, webhooks } = nameComponents({ paths: {}, webhooks: payloads });
  const messages = Object.fromEntries(
    bodies.map(([kind]) => [
      nameOf(kind),
      {
        name: kind,
        title: EVENTS[kind].title['pt-BR'],
        summary: EVENTS[kind].summary,
        contentType: 'application/json',
        headers,
        payload: Object(webhooks)[kind],
      },
    ]),
  );
  return {
    asyncapi: '3.0.0',
    info,
    defaultContentType: 'application/json',
    channels: {
      [CHANNEL]: {
        // Each merchant registers its own.
        address: null,
        title: 'Os seus webhooks',
        description:
          'O endereço que você cadastrou, ou o `webhook_url` de uma requisição do sandbox.',
        messages: mapKeys(messages, (name) => refer(`components/messages/${name}`)),
      },
    },
    operations: {
      sendEvent: {
        action: 'send',
        channel: refer(`channels/${CHANNEL}`),
        summary: 'O gateway envia um evento por POST.',
        description: delivery,
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        messages: Object.keys(messages).map((name) =>
          refer(`channels/${CHANNEL}/messages/${name}`),
        ),
      },
    },
    components: { messages, schemas: Object(components).schemas },
  };
}

/** `deposit.paid` as depositPaid: the parser takes no dots in names. */
function nameOf(kind: string): string {
  return kind.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
}

function refer(path: string): { readonly $ref: string } {
  return { $ref: `#/${path}` };
}

function mapKeys(facts: Facts, change: (name: string) => unknown): Facts {
  return Object.fromEntries(Object.keys(facts).map((name) => [name, change(name)]));
}
