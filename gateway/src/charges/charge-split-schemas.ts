import { Type } from 'typebox';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { splitStatuses } from './splits/split.ts';
import { SPLIT_SHAPE } from './splits/split-shape.ts';

/** The `split` of a request. It has rules, an order and codes of its own. */
export const SplitField = Type.Optional(
  Type.Unsafe<unknown>({
    description:
      'Até 20 lojistas que recebem parte do valor bruto: `username` e `percentage` ' +
      '(0,01 a 90, no máximo duas casas decimais; a soma não passa de 90), ou `username` e ' +
      '`amount` (parte fixa, em centavos).',
    'x-documented': SPLIT_SHAPE,
    examples: [
      [
        { username: 'parceiro', percentage: 5.5 },
        { username: 'afiliado', amount: 250 },
      ],
    ],
  }),
);

/** A share of a charge in an answer. */
export const ChargeSplit = Type.Object(
  {
    username: Type.String({ description: 'Quem recebe.', examples: ['parceiro'] }),
    percentage: Type.Union(
      [Type.Number({ description: 'Em por cento.', examples: [5.5] }), Type.Null()],
      { description: 'Percentual do valor bruto; null numa parte fixa.' },
    ),
    amount: Type.Integer({ description: 'Parte em centavos.', examples: [549] }),
    status: oneOf(splitStatuses, {
      description: 'Estado da parte.',
      examples: ['pending'],
    }),
  },
  { title: 'ChargeSplit' },
);
