import { Type } from 'typebox';
import { instant, nullable, oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { transactionEventKinds } from '../webhook-event.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b71';
const EXAMPLE_URL = 'https://loja.example.com/webhooks';

const url = Type.String({
  format: 'web-address',
  description: 'Em produção, https e público.',
  examples: [EXAMPLE_URL],
});
const events = (description: string) =>
  Type.Array(oneOf(transactionEventKinds, { examples: ['deposit.paid'] }), {
    description,
    'x-documented': { minItems: 1 },
    examples: [['deposit.paid', 'deposit.refunded']],
  });

const endpoint = {
  id: text('Identificador do webhook.', EXAMPLE_ID),
  url: text('Para onde os eventos vão.', EXAMPLE_URL),
  events: events('Os eventos que recebe.'),
  pix_key: nullable(
    text(
      'A chave cujos Pix chegam no formato da API Pix; null: recebe eventos.',
      'pix@loja.com.br',
    ),
  ),
  status: oneOf(['active', 'paused'], {
    description: 'paused: as entregas esperam até que seja retomado.',
    examples: ['active'],
  }),
  created_at: instant('Quando foi criado.'),
};

export const WebhookEndpoint = Type.Object(endpoint, {
  title: 'WebhookEndpoint',
  description: 'Um endereço que recebe os seus eventos.',
});

export const WebhookEndpointWithSecret = Type.Object(
  {
    ...endpoint,
    secret: text('O segredo das assinaturas, mostrado só nesta resposta.', 'whsec_AbCdEfGh…'),
  },
  { title: 'WebhookEndpointWithSecret', description: 'Guarde o segredo: não é mostrado de novo.' },
);

export const WebhookEndpoints = Type.Object(
  { data: Type.Array(WebhookEndpoint, { description: 'Os mais antigos primeiro, até 20.' }) },
  { title: 'WebhookEndpoints', description: 'Os webhooks do ambiente da chave.' },
);

export const NewEndpointBody = Type.Object(
  { url, events: Type.Optional(events('Só estes eventos; sem o campo, todos.')) },
  { title: 'WebhookEndpointRequest', description: 'O endereço e os eventos.' },
);

export const EndpointChangeBody = Type.Object(
  { url: Type.Optional(url), events: Type.Optional(events('Só estes eventos.')) },
  { title: 'WebhookEndpointChange', description: 'O que não é enviado fica como está.' },
);

const OLD_SECRET = 'whsec_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE';

export const WebhookSecretBody = Type.Object(
  {
    secret: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'O segredo que o seu programa tem, em qualquer forma.',
      examples: [OLD_SECRET],
    }),
  },
  { title: 'WebhookSecretCheckRequest', description: 'O segredo a conferir.' },
);

export const WebhookSecretForms = Type.Object(
  {
    is_current: Type.Boolean({
      description: 'Se é o segredo atual do webhook.',
      examples: [true],
    }),
    secret: nullable(text('Como o gateway o mostrou; null se não é o atual.', OLD_SECRET)),
    standard_secret: nullable(
      text(
        'Como as bibliotecas do Standard Webhooks o leem; null se não é o atual.',
        `whsec_${Buffer.from(OLD_SECRET).toString('base64')}`,
      ),
    ),
  },
  { title: 'WebhookSecretCheck', description: 'As duas formas de um segredo.' },
);
