import { Type } from 'typebox';
import { guardedResponses, panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { text } from '#src/ground/schemas/text-schemas.ts';
import { ChargeBody } from './charge-schemas.ts';
import { SplitField } from './charge-split-schemas.ts';

/** The body of POST /v1/splits/preview: the fields of a charge that decide its arithmetic. */
export const SplitPreviewBody = Type.Object(
  {
    amount: ChargeBody.properties.amount,
    split: SplitField,
  },
  { title: 'SplitPreviewRequest' },
);

const PreviewedShare = Type.Object(
  {
    username: text('Quem recebe.', 'parceiro'),
    percentage: Type.Union(
      [Type.Number({ description: 'Em por cento.', examples: [5.55] }), Type.Null()],
      { description: 'Percentual do valor bruto; null numa parte fixa.' },
    ),
    amount: Type.Integer({ description: 'A parte, em centavos.', examples: [554] }),
    fraction_lost: text(
      'A fração de centavo que o arredondamento para baixo tira da parte, exata. Fica com você.',
      '0.4450',
    ),
  },
  { title: 'SplitPreviewSplit' },
);

export const SplitPreviewAnswer = Type.Object(
  {
    amount: Type.Integer({ description: 'Valor bruto em centavos.', examples: [9990] }),
    fee_amount: Type.Integer({ description: 'Tarifa em centavos.', examples: [197] }),
    fee_fraction_lost: text(
      'A fração de centavo que o arredondamento para baixo tira da tarifa, exata. Fica com você.',
      '0.8510',
    ),
    split: Type.Array(PreviewedShare, { description: 'As partes, na ordem enviada.' }),
    origin_amount: Type.Integer({
      description: 'O que fica com você, em centavos: o valor menos a tarifa e as partes.',
      examples: [9239],
    }),
  },
  { title: 'SplitPreview', description: 'A divisão do valor de uma cobrança.' },
);

const REFUSALS: readonly ProblemCode[] = [
  'payload_too_large',
  'unsupported_media_type',
  'demo_cannot_split',
  'invalid_split',
  'too_many_splits',
  'invalid_percentage',
  'duplicate_username',
  'self_split',
  'sum_exceeds_90',
  'username_not_found',
  'split_exceeds_net',
  'amount_too_small',
];

export const splitPreviewResponses = {
  200: SplitPreviewAnswer,
  ...guardedResponses(['invalid_json', 'invalid_request', ...REFUSALS, 'overloaded']),
};

export const splitPreviewPanelResponses = {
  200: SplitPreviewAnswer,
  ...panelChangeResponses(REFUSALS),
};
