import { Type } from 'typebox';
import { optionalText, text } from '#src/ground/schemas/text-schemas.ts';
import { ChargeBody } from './charge-schemas.ts';
import { SplitField } from './charge-split-schemas.ts';
import { dueFields, PayerAddressField } from './due/due-schemas.ts';

/** The body of POST /v1/splits/preview: the fields of a charge that decide its arithmetic. */
export const SplitPreviewBody = Type.Object(
  {
    amount: ChargeBody.properties.amount,
    split: SplitField,
    internal_id: optionalText('reference', {
      description:
        'Uma cobrança pendente com vencimento que seria alterada. Valem o dia em que foi criada, ' +
        'a tarifa, os splits e os feriados dela, e o que não for enviado fica como está.',
      examples: ['019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b79'],
    }),
    ...dueFields,
    payer: Type.Optional(
      Type.Object(
        { address: Type.Optional(Type.Union([PayerAddressField, Type.Null()])) },
        {
          title: 'SplitPreviewPayer',
          description: 'O endereço de quem paga, cujos feriados locais contam.',
        },
      ),
    ),
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

const divisionFields = {
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
};

const DivisionOfPayment = (description: string) =>
  Type.Optional(
    Type.Object(divisionFields, {
      title: 'SplitPreviewDivision',
      description: `${description} Só numa cobrança com vencimento.`,
    }),
  );

const part = (description: string, example: number) =>
  Type.Integer({ description: `${description} Centavos.`, examples: [example] });

const AmountOfDay = Type.Object(
  {
    day: text('O dia em que se paga.', '2027-01-25'),
    is_late: Type.Boolean({ description: 'Se é depois do vencimento.', examples: [true] }),
    original: part('O valor original.', 12_345),
    fine: part('A multa.', 246),
    interest: part('Os juros.', 41),
    rebate: part('O abatimento.', 0),
    discount: part('O desconto.', 0),
    amount: part('O que se paga nesse dia.', 12_632),
  },
  { title: 'SplitPreviewDay' },
);

export const SplitPreviewAnswer = Type.Object(
  {
    ...divisionFields,
    smallest: DivisionOfPayment('A divisão do menor valor que algum dia pode ter.'),
    largest: DivisionOfPayment('A divisão do maior valor que algum dia pode ter.'),
    days: Type.Optional(
      Type.Array(AmountOfDay, {
        description:
          'Quanto se paga hoje, no fim de cada desconto, no vencimento, depois dele e no último ' +
          'dia. Só numa cobrança com vencimento.',
      }),
    ),
  },
  { title: 'SplitPreview', description: 'A divisão do valor de uma cobrança.' },
);
