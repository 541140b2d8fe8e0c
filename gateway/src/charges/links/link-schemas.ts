import { type Static, type TSchema, Type } from 'typebox';
import { PageCursor } from '#src/ground/schemas/panel-schemas.ts';
import { pageLimit } from '#src/ground/schemas/query-schemas.ts';
import { instant, nullable, oneOf, optionalText, text } from '#src/ground/schemas/text-schemas.ts';
import { LinkDueAnswer, linkDueFields } from './link-due-schemas.ts';
import { LinkSubscriptionAnswer, LinkSubscriptionBody } from './link-subscription-schemas.ts';
import { LINK_STATUSES } from './payment-link.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b79';
const AMOUNT_MAX = 999_999_999_999;
export const STOCK_MAX = 1_000_000;

export const LinkParams = Type.Object({
  id: Type.String({ description: 'O id do link.', examples: [EXAMPLE_ID] }),
});

const wholeNumber = (description: string, [minimum, maximum]: [number, number], example: number) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum,
      maximum,
      description,
      examples: [example],
    }),
  );
const title = Type.String({
  format: 'name',
  description: 'O que o pagador lê no alto da página, 1 a 200 caracteres.',
  examples: ['Oficina de cerâmica'],
});
const status = oneOf(LINK_STATUSES, {
  description: 'paused: a página não aceita pagamentos.',
  examples: ['active'],
});
const settings = {
  description: optionalText('paragraphs', {
    description: 'Mais sobre o que se paga, até 1000 caracteres.',
    examples: ['Sábado, das 9h às 12h, com todo o material.'],
  }),
  product_id: optionalText('reference', {
    description: 'O produto que o link vende, pelo preço dele. Não vale junto com amount.',
    examples: [EXAMPLE_ID],
  }),
  amount: wholeNumber(
    'Valor em centavos; null ou ausente: o pagador escreve o valor.',
    [1, AMOUNT_MAX],
    9_990,
  ),
  min_amount: wholeNumber(
    'Menor valor que o pagador pode escrever, em centavos.',
    [1, AMOUNT_MAX],
    1_000,
  ),
  max_amount: wholeNumber(
    'Maior valor que o pagador pode escrever, em centavos.',
    [1, AMOUNT_MAX],
    100_000,
  ),
  stock: wholeNumber('Quantos pagamentos aceita; null: sem limite.', [1, STOCK_MAX], 12),
  status: Type.Optional(status),
  expires_at: optionalText('instant', {
    description: 'Até quando aceita pagamentos.',
    examples: ['2026-12-24T15:00:00.000Z'],
  }),
  return_url: optionalText('web-address', {
    description: 'Para onde o pagador pode ir depois de pagar.',
    examples: ['https://loja.example.com/obrigado'],
  }),
  ...linkDueFields,
  subscription: Type.Optional(
    Type.Union([LinkSubscriptionBody, Type.Null()], {
      description:
        'O pagador assina por Pix Automático, em vez de pagar uma vez. Não vale junto com stock ' +
        'e due_in_days.',
    }),
  ),
};

export const NewLinkBody = Type.Object(
  { title, ...settings },
  { title: 'PaymentLinkRequest', description: 'O que se paga e quanto.' },
);

export const LinkChangeBody = Type.Object(
  { title: Type.Optional(title), ...settings },
  {
    title: 'PaymentLinkChange',
    description: 'O que não é enviado fica como está; null retira. Cobranças feitas não mudam.',
  },
);

export type LinkBody = Static<typeof LinkChangeBody>;

const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });
const countOrNull = (description: string, example: number) =>
  Type.Union([Type.Integer(), Type.Null()], { description, examples: [example] });

export const PaymentLinkAnswer = Type.Object(
  {
    id: text('Identificador do link.', EXAMPLE_ID),
    title: text('O título.', 'Oficina de cerâmica'),
    description: nullable(text('A descrição.', 'Sábado, das 9h às 12h.')),
    product_id: nullable(text('O produto que o link vende.', EXAMPLE_ID)),
    image_url: nullable(text('A imagem do produto.', `/link/images/${EXAMPLE_ID}`)),
    amount: countOrNull('Valor em centavos, o do produto se há um; null: livre.', 9_990),
    min_amount: countOrNull('Menor valor, em centavos.', 1_000),
    max_amount: countOrNull('Maior valor, em centavos.', 100_000),
    stock: countOrNull('Quantos pagamentos aceita; null: sem limite.', 12),
    available_count: countOrNull('Unidades livres agora; null: sem limite.', 7),
    held_count: count('Unidades em cobranças que ainda podem ser pagas.', 1),
    sold_count: count('Quantos pagamentos e assinaturas autorizadas teve.', 4),
    subscriber_count: count('Quantas assinaturas foram autorizadas por ele, mesmo encerradas.', 0),
    oversold_count: count('Pagamentos além do estoque, feitos depois do prazo da cobrança.', 0),
    received_amount: count(
      'Soma dos pagamentos feitos no link em centavos, antes de tarifas e sem os das assinaturas.',
      39_960,
    ),
    status,
    expires_at: nullable(instant('Até quando aceita pagamentos.')),
    return_url: nullable(text('Para onde o pagador volta.', 'https://loja.example.com/obrigado')),
    due: Type.Union([LinkDueAnswer, Type.Null()], {
      description: 'O vencimento das cobranças; null: elas valem por 30 minutos.',
    }),
    subscription: Type.Union([LinkSubscriptionAnswer, Type.Null()], {
      description: 'O que o pagador assina; null: ele paga uma vez.',
    }),
    url: text('Caminho da página do link.', `/link/${EXAMPLE_ID}`),
    created_at: instant('Quando foi criado.'),
  },
  { title: 'PaymentLink', description: 'Uma página em que o pagador cria a cobrança.' },
);

/** A page of a list of links or products, newest first. */
export function pageOf<Item extends TSchema>(item: Item, title: string) {
  return Type.Object(
    {
      data: Type.Array(item, { description: 'Os mais novos primeiro.' }),
      next_cursor: Type.Union([Type.String(), Type.Null()], {
        description: 'O cursor da próxima página; null na última.',
        examples: ['MDE5YWEyZjQtN2MxZS03YjNh'],
      }),
    },
    { title, description: 'Uma página da lista.' },
  );
}

export const PaymentLinkPage = pageOf(PaymentLinkAnswer, 'PaymentLinkPage');

export const LinkQuery = Type.Object({
  cursor: Type.Optional(PageCursor),
  limit: pageLimit('Quantos em cada página.'),
});
