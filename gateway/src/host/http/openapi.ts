import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { ChargeDetails } from '#src/charges/charge-schemas.ts';
import { ReceivedSplit } from '#src/charges/splits/split-schemas.ts';
import { DisputeDetails } from '#src/disputes/dispute-schemas.ts';
import type { KeyScope } from '#src/ground/access/key-rights.ts';
import type { Brand } from '#src/ground/brand/brand.ts';
import { packageVersion } from '#src/ground/package-version.ts';
import { BalanceAdjustmentView } from '#src/money-out/adjustments/balance-adjustment-schemas.ts';
import { PayoutDetails } from '#src/money-out/payouts/payout-schemas.ts';
import {
  DELIVERY,
  deliveryHeaders,
  eventBodies,
  eventCallback,
  webhookDocument,
} from '#src/webhooks/webhook-schemas.ts';
import { asyncApiDocument } from './asyncapi.ts';
import { documentFormats } from './documented-formats.ts';
import { nameComponents } from './openapi-components.ts';
import { ANSWER_HEADERS, describeHeaders } from './openapi-headers.ts';

const INTRODUCTION = `API de pagamentos instantâneos: crie cobranças Pix, acompanhe pagamentos, \
divida valores e saque.

Valores são inteiros em centavos; instantes são ISO 8601 em UTC. Toda chamada leva os cabeçalhos \
\`client-id\` e \`client-secret\`; o prefixo da chave escolhe o ambiente (\`test\` ou \`live\`). \
Erros têm sempre \`error\`, \`message\` (em português) e \`code\` (estável).`;

const WEBHOOKS = `Os eventos que o gateway envia ao seu endereço, com os mesmos esquemas de \
/openapi.json, onde está a API. Cada entrega é assinada: o guia, em /guia/webhooks, mostra como \
verificar.`;

/** A group of operations. Generators of clients use the name, people read the label. */
const tag = (name: string, label: string, description: string) => ({
  name,
  description,
  'x-displayName': label,
});
const TAGS = [
  tag('Charges', 'Cobranças', 'Receber por Pix.'),
  tag('Subscriptions', 'Assinaturas', 'Pix Automático: o pagador autoriza uma vez.'),
  tag('ChargeBatches', 'Lotes de cobranças', 'Até 10.000 cobranças de uma vez, e o carnê.'),
  tag('PaymentLinks', 'Links de pagamento', 'Receber por um link, com produto e estoque.'),
  tag('Customers', 'Clientes', 'Quem paga as suas cobranças.'),
  tag('PayerMails', 'E-mails ao pagador', 'Lembretes e comprovantes por e-mail, se você quiser.'),
  tag('Splits', 'Splits', 'Dividir cobranças com outros lojistas.'),
  tag('Payouts', 'Saques', 'Enviar por Pix.'),
  tag('Refunds', 'Devoluções', 'Devolver pagamentos.'),
  tag('Disputes', 'Contestações', 'Pagamentos contestados (MED).'),
  tag('Balance', 'Saldo', 'Quanto há.'),
  tag('Transactions', 'Transações', 'Consultar cobranças e saques.'),
  tag('Events', 'Eventos', 'O que aconteceu, sem perder nada.'),
  tag('Testing', 'Testes', 'Só com chaves de teste.'),
  tag('Webhooks', 'Webhooks', 'Os endereços que recebem os seus eventos.'),
  tag('WebhookDeliveries', 'Webhooks recebidos', 'O que o gateway envia a você.'),
];

/** The published secrets of the sandbox, for the examples; placeholders while it is closed. */
export interface PublishedSecrets {
  readonly isOpen: boolean;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string;
}

/** Makes the OpenAPI document from the schemas of the routes that are registered after it. */
export async function describeApi(
  app: FastifyInstance,
  { baseUrl, sandbox, brand }: { baseUrl: string; sandbox: PublishedSecrets; brand: Brand },
): Promise<void> {
  await app.register(swagger, {
    // The panel's routes have a separate document.
    transform: ({ schema, url, route }) => ({
      schema: url.startsWith('/api/')
        ? { ...schema, hide: true }
        : describeScope(schema, route.config?.keyScope),
      url,
    }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: brand.name,
        ...(brand.termsUrl && { termsOfService: brand.termsUrl }),
        ...(brand.supportUrl && { contact: contactOf(brand.supportUrl) }),
        version: packageVersion,
        description: `${INTRODUCTION}${sandbox.isOpen ? inWords(sandbox) : ''}`,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl, description: 'Teste e produção: a chave escolhe o ambiente.' }],
      externalDocs: { description: 'Guia com receitas e códigos de erro', url: `${baseUrl}/guia` },
      tags: TAGS,
      security: [{ clientId: [], clientSecret: [] }],
      components: { securitySchemes: securitySchemes(sandbox), headers: ANSWER_HEADERS },
    },
  });
}

const MAILTO = 'mailto:';

function contactOf(supportUrl: string) {
  return supportUrl.startsWith(MAILTO)
    ? { email: supportUrl.slice(MAILTO.length) }
    : { url: supportUrl };
}

// OpenAPI 3.1 has no field for examples of a security scheme, so an extension has them.
function securitySchemes({ isOpen, clientId, clientSecret }: PublishedSecrets) {
  const inSandbox = (value: string) => (isOpen ? `. No sandbox: \`${value}\`` : '');
  const header = (name: string, description: string, example: string) => ({
    type: 'apiKey' as const,
    in: 'header' as const,
    name,
    description,
    'x-example': example,
  });
  return {
    clientId: header(
      'client-id',
      `Chave pública: svc_pk_test_… ou svc_pk_live_…${inSandbox(clientId)}`,
      clientId,
    ),
    clientSecret: header(
      'client-secret',
      `Chave secreta: svc_sk_test_… ou svc_sk_live_…; só no seu servidor${inSandbox(clientSecret)}`,
      clientSecret,
    ),
  } as const;
}

function inWords({ clientId, clientSecret, webhookSecret }: PublishedSecrets): string {
  return (
    '\n\nPara experimentar agora, use as chaves públicas do sandbox: ' +
    `\`client-id: ${clientId}\` e \`client-secret: ${clientSecret}\`. ` +
    `Os webhooks do sandbox são assinados com \`${webhookSecret}\`.`
  );
}

type Schemas = Readonly<Record<string, TSchema>>;

const bodiesWith = (ofOptions: Schemas) =>
  eventBodies({
    charge: ChargeDetails,
    payout: PayoutDetails,
    split: ReceivedSplit,
    dispute: DisputeDetails,
    adjustment: BalanceAdjustmentView,
    ...ofOptions,
  });

/** The AsyncAPI document of the webhooks, about the same gateway as the OpenAPI document. */
export function eventsDocument(app: FastifyInstance, ofOptions: Schemas): object {
  const { title, version, termsOfService, contact } = app.swagger().info;
  const info = {
    title: `${title}: webhooks`,
    version,
    description: WEBHOOKS,
    ...(termsOfService && { termsOfService }),
    ...(contact && { contact }),
    license: { name: 'MIT' },
    tags: [{ name: 'Webhooks' }],
  };
  return asyncApiDocument({
    info,
    bodies: bodiesWith(ofOptions),
    headers: deliveryHeaders(),
    delivery: DELIVERY,
  });
}

/** The OpenAPI document with the headers of all operations and with the webhooks. */
export function openApiDocument(app: FastifyInstance, ofOptions: Schemas): object {
  const document = app.swagger();
  const bodies = bodiesWith(ofOptions);
  const paths = describeHeaders({ ...document.paths });
  return nameComponents({
    ...document,
    paths: documentFormats(withCallback(paths, eventCallback(bodies))),
    webhooks: documentFormats(webhookDocument(bodies)),
  });
}

/** The paths with the events that a registered address gets, for readers without `webhooks`. */
function withCallback(paths: Readonly<Record<string, unknown>>, callbacks: object): object {
  const path = '/v1/webhook-endpoints';
  const methods = Object(paths[path]);
  return { ...paths, [path]: { ...methods, post: { ...methods.post, callbacks } } };
}

/**
 * Adds the scope of a route to the schema of its operation: as a security requirement, with one
 * alternative for each scope, and in words. A route without a scope stays as it is.
 */
function describeScope(
  schema: FastifySchema,
  scope: KeyScope | readonly KeyScope[] | undefined,
): FastifySchema {
  if (scope === undefined) return schema;
  const scopes = [scope].flat();
  const words = scopes.map((scope) => `\`${scope}\``).join(' ou ');
  const description = `${schema.description ?? ''}\n\nEscopo da chave: ${words}.`.trim();
  const security = scopes.map((scope) => ({ clientId: [scope], clientSecret: [] }));
  return { ...schema, description, security };
}
