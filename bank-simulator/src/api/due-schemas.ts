import { AMOUNT, CHARGE_FIELDS, CHARGE_REVISION_BODY, DEBTOR, INT32_MAX } from './schemas.ts';

const DAY = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } as const;

/** A number in the schema of the standard, a text in some of its examples. */
function modeUpTo(maximum: number) {
  return {
    anyOf: [
      { type: 'integer', minimum: 1, maximum },
      { type: 'string', pattern: `^[1-${maximum}]$` },
    ],
  };
}

function partUpTo(maximum: number) {
  return {
    type: 'object',
    nullable: true,
    required: ['modalidade', 'valorPerc'],
    properties: { modalidade: modeUpTo(maximum), valorPerc: AMOUNT },
  };
}

const DISCOUNT = {
  type: 'object',
  nullable: true,
  required: ['modalidade'],
  properties: {
    modalidade: modeUpTo(6),
    valorPerc: AMOUNT,
    descontoDataFixa: {
      type: 'array',
      maxItems: 3,
      items: {
        type: 'object',
        required: ['data', 'valorPerc'],
        properties: { data: DAY, valorPerc: AMOUNT },
      },
    },
  },
};

const ADDRESS = {
  logradouro: { type: 'string', maxLength: 200 },
  cidade: { type: 'string', maxLength: 200 },
  uf: { type: 'string', maxLength: 2 },
  cep: { type: 'string', maxLength: 8 },
  email: { type: 'string' },
} as const;

const DUE_CHARGE_FIELDS = {
  calendario: {
    type: 'object',
    required: ['dataDeVencimento'],
    properties: {
      dataDeVencimento: DAY,
      validadeAposVencimento: { type: 'integer', maximum: INT32_MAX },
    },
  },
  devedor: { ...DEBTOR, properties: { ...DEBTOR.properties, ...ADDRESS } },
  loc: CHARGE_FIELDS.loc,
  valor: {
    type: 'object',
    properties: {
      original: AMOUNT,
      multa: partUpTo(2),
      juros: partUpTo(8),
      abatimento: partUpTo(2),
      desconto: DISCOUNT,
    },
  },
  chave: CHARGE_FIELDS.chave,
  solicitacaoPagador: CHARGE_FIELDS.solicitacaoPagador,
  infoAdicionais: CHARGE_FIELDS.infoAdicionais,
};

/** `CobVSolicitada`. */
export const DUE_CHARGE_BODY = {
  type: 'object',
  required: ['calendario', 'devedor', 'valor', 'chave'],
  properties: {
    ...DUE_CHARGE_FIELDS,
    valor: { ...DUE_CHARGE_FIELDS.valor, required: ['original'] },
  },
  additionalProperties: false,
};

/** `CobVRevisada`. */
export const DUE_CHARGE_REVISION_BODY = {
  type: 'object',
  properties: { ...DUE_CHARGE_FIELDS, status: CHARGE_REVISION_BODY.properties.status },
  additionalProperties: false,
};

/** A lot. The bank checks each charge by itself, so that one of them may be refused. */
export const LOT_BODY = {
  type: 'object',
  required: ['descricao', 'cobsv'],
  properties: {
    descricao: { type: 'string' },
    cobsv: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['txid'],
        properties: { txid: { type: 'string', pattern: '^[a-zA-Z0-9]{26,35}$' } },
      },
    },
  },
} as const;

/** Some charges of a lot. */
export const LOT_REVISION_BODY = { ...LOT_BODY, required: ['cobsv'] } as const;

export const LOCATION_BODY = {
  type: 'object',
  required: ['tipoCob'],
  properties: { tipoCob: { type: 'string', enum: ['cob', 'cobv'] } },
} as const;
