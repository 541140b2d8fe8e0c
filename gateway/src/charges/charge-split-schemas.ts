import { Type } from 'typebox';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { splitStatuses } from './splits/split.ts';

/**
 * The `split` of a charge in JSON Schema, for the OpenAPI document. The server checks it in
 * `split.ts`, because each rule has its own problem code.
 */
const SPLIT_SHAPE = {
  type: ['array', 'null'],
  maxItems: 20,
  items: {
    title: 'SplitRequest',
    type: 'object',
    required: ['username'],
    oneOf: [{ required: ['percentage'] }, { required: ['amount'] }],
    properties: {
      username: {
        type: 'string',
        description: 'O username do lojista que recebe.',
        examples: ['parceiro'],
      },
      percentage: {
        type: 'number',
        minimum: 0.01,
        maximum: 90,
        multipleOf: 0.01,
        description: 'Parte do valor bruto, em por cento; no lugar de `amount`.',
        examples: [5.5],
      },
      amount: {
        type: 'integer',
        minimum: 1,
        maximum: 999_999_999_999,
        description: 'Parte fixa, em centavos; no lugar de `percentage`.',
        examples: [250],
      },
    },
  },
} as const;

/** The `split` of a request. `split.ts` checks it, because each rule has its own problem code. */
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

/** The refusals of a split. */
export const SPLIT_CODES: readonly ProblemCode[] = [
  'demo_cannot_split',
  'invalid_split',
  'too_many_splits',
  'invalid_percentage',
  'duplicate_username',
  'self_split',
  'sum_exceeds_90',
  'username_not_found',
  'split_exceeds_net',
];
