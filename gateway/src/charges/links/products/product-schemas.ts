import { type Static, Type } from 'typebox';
import { instant, nullable, optionalText, text } from '#src/ground/schemas/text-schemas.ts';
import { pageOf } from '../link-schemas.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b7a';
const AMOUNT_MAX = 999_999_999_999;

export const ProductParams = Type.Object({
  id: Type.String({ description: 'O id do produto.', examples: [EXAMPLE_ID] }),
});

const name = Type.String({
  format: 'name',
  description: 'O nome, 1 a 200 caracteres.',
  examples: ['Caneca de cerâmica'],
});
const description = optionalText('paragraphs', {
  description: 'A descrição, até 1000 caracteres.',
  examples: ['Feita à mão, 300 ml.'],
});
const amount = Type.Integer({
  minimum: 1,
  maximum: AMOUNT_MAX,
  description: 'O preço em centavos; deve ser maior do que a tarifa.',
  examples: [7_900],
});

export const ProductBody = Type.Object(
  { name, description, amount },
  { title: 'ProductRequest', description: 'O que os links vendem.' },
);
export type ProductBody = Static<typeof ProductBody>;

export const ProductChange = Type.Object(
  { name: Type.Optional(name), description, amount: Type.Optional(amount) },
  {
    title: 'ProductChange',
    description: 'O que não é enviado fica como está. Cobranças feitas não mudam.',
  },
);
export type ProductChange = Static<typeof ProductChange>;

export const ProductAnswer = Type.Object(
  {
    id: text('Identificador do produto.', EXAMPLE_ID),
    name: text('O nome.', 'Caneca de cerâmica'),
    description: nullable(text('A descrição.', 'Feita à mão, 300 ml.')),
    amount: Type.Integer({ description: 'O preço em centavos.', examples: [7_900] }),
    image_url: nullable(text('Caminho público da imagem.', `/link/images/${EXAMPLE_ID}`)),
    created_at: instant('Quando foi criado.'),
  },
  { title: 'Product', description: 'O que os links de pagamento vendem.' },
);

export const ProductPage = pageOf(ProductAnswer, 'ProductPage');
