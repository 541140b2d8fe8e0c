import { AMOUNT, CNPJ, CPF, DEBTOR } from './schemas.ts';

/** JSON Schemas of Pix Automático, after API Pix 2.10.0 with anchored patterns. */
const DAY = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } as const;
const TXID = { type: 'string', pattern: '^[a-zA-Z0-9]{26,35}$' } as const;
const RECURRENCE_ID = { type: 'string', pattern: '^[a-zA-Z0-9]{29}$' } as const;
const NAME = { type: 'string', minLength: 1, maxLength: 140 } as const;
const BRANCH = { type: 'string', minLength: 1, maxLength: 4 } as const;
const ACCOUNT = { type: 'string', minLength: 1, maxLength: 20 } as const;

const ACTIVATION = {
  type: 'object',
  properties: {
    dadosJornada: {
      type: 'object',
      required: ['txid'],
      properties: { txid: TXID },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const;

const LOCATION_ID = { type: 'integer', minimum: 1 } as const;

/** `RecSolicitada`. */
export const RECURRENCE_BODY = {
  type: 'object',
  required: ['vinculo', 'calendario', 'politicaRetentativa'],
  properties: {
    vinculo: {
      type: 'object',
      required: ['contrato', 'devedor'],
      properties: {
        contrato: { type: 'string', minLength: 1, maxLength: 35 },
        objeto: { type: 'string', maxLength: 35 },
        devedor: { ...DEBTOR, properties: { ...DEBTOR.properties, nome: NAME } },
      },
      additionalProperties: false,
    },
    calendario: {
      type: 'object',
      required: ['dataInicial', 'periodicidade'],
      properties: {
        dataInicial: DAY,
        dataFinal: DAY,
        periodicidade: { enum: ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] },
      },
      additionalProperties: false,
    },
    valor: {
      type: 'object',
      properties: { valorRec: AMOUNT, valorMinimoRecebedor: AMOUNT },
      additionalProperties: false,
    },
    recebedor: {
      type: 'object',
      properties: { convenio: { type: 'string', minLength: 1, maxLength: 60 } },
      additionalProperties: false,
    },
    politicaRetentativa: { enum: ['NAO_PERMITE', 'PERMITE_3R_7D'] },
    loc: LOCATION_ID,
    ativacao: ACTIVATION,
  },
  additionalProperties: false,
} as const;

/** `RecRevisada`. */
export const RECURRENCE_REVISION_BODY = {
  type: 'object',
  minProperties: 1,
  properties: {
    status: { enum: ['CANCELADA'] },
    vinculo: {
      type: 'object',
      properties: {
        devedor: {
          type: 'object',
          required: ['nome'],
          properties: { nome: NAME },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    calendario: {
      type: 'object',
      properties: { dataInicial: DAY },
      additionalProperties: false,
    },
    loc: LOCATION_ID,
    ativacao: ACTIVATION,
  },
  additionalProperties: false,
} as const;

/** `SolicRecSolicitada`. */
export const SOLICITATION_BODY = {
  type: 'object',
  required: ['idRec', 'calendario', 'destinatario'],
  properties: {
    idRec: RECURRENCE_ID,
    calendario: {
      type: 'object',
      required: ['dataExpiracaoSolicitacao'],
      properties: { dataExpiracaoSolicitacao: { type: 'string' } },
      additionalProperties: false,
    },
    destinatario: {
      type: 'object',
      required: ['conta', 'ispbParticipante'],
      properties: {
        conta: ACCOUNT,
        agencia: BRANCH,
        ispbParticipante: { type: 'string', pattern: '^[0-9A-Z]{8}$' },
        cpf: CPF,
        cnpj: CNPJ,
      },
      oneOf: [{ required: ['cpf'] }, { required: ['cnpj'] }],
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const;

/** `SolicRecRevisada` and `CobRRevisada`. */
export const CANCELATION_BODY = {
  type: 'object',
  required: ['status'],
  properties: { status: { enum: ['CANCELADA'] } },
  additionalProperties: false,
} as const;

/** `CobRSolicitada`. The document's examples have a hyphen in `cep`. */
export const RECURRING_CHARGE_BODY = {
  type: 'object',
  required: ['idRec', 'calendario', 'valor', 'recebedor'],
  properties: {
    idRec: RECURRENCE_ID,
    infoAdicional: { type: 'string', maxLength: 140 },
    calendario: {
      type: 'object',
      required: ['dataDeVencimento'],
      properties: { dataDeVencimento: DAY },
      additionalProperties: false,
    },
    valor: {
      type: 'object',
      required: ['original'],
      properties: { original: AMOUNT },
      additionalProperties: false,
    },
    ajusteDiaUtil: { type: 'boolean' },
    recebedor: {
      type: 'object',
      required: ['conta', 'tipoConta'],
      properties: {
        conta: ACCOUNT,
        agencia: BRANCH,
        tipoConta: { enum: ['CORRENTE', 'POUPANCA', 'PAGAMENTO'] },
      },
      additionalProperties: false,
    },
    devedor: {
      type: 'object',
      properties: {
        email: { type: 'string' },
        logradouro: { type: 'string', maxLength: 200 },
        cidade: { type: 'string', maxLength: 200 },
        uf: { type: 'string', maxLength: 2 },
        cep: { type: 'string', pattern: '^\\d{5}-?\\d{3}$' },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const;
