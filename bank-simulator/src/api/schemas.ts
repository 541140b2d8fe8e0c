/** JSON Schemas of requests, after API Pix 2.10.0 (with anchored patterns) and Efí. */
export const AMOUNT = { type: 'string', pattern: '^\\d{1,10}\\.\\d{2}$' } as const;
const TEXT_140 = { type: 'string', maxLength: 140 } as const;
const KEY = { type: 'string', minLength: 1, maxLength: 77 } as const;
export const CPF = { type: 'string', pattern: '^\\d{11}$' } as const;
export const CNPJ = { type: 'string', pattern: '^[0-9A-Z]{14}$' } as const;
export const INT32_MAX = 2_147_483_647;

const CALENDAR = {
  type: 'object',
  properties: {
    // The document has an integer whose default is a text.
    expiracao: {
      anyOf: [
        { type: 'integer', minimum: 1, maximum: INT32_MAX },
        { type: 'string', pattern: '^[1-9]\\d{0,8}$' },
      ],
    },
  },
} as const;

export const DEBTOR = {
  type: 'object',
  required: ['nome'],
  properties: { nome: { type: 'string', minLength: 1, maxLength: 200 }, cpf: CPF, cnpj: CNPJ },
  oneOf: [{ required: ['cpf'] }, { required: ['cnpj'] }],
} as const;

const CHARGE_AMOUNT = {
  type: 'object',
  required: ['original'],
  properties: { original: AMOUNT, modalidadeAlteracao: { type: 'integer', enum: [0, 1] } },
} as const;

const ADDITIONAL_INFORMATION = {
  type: 'array',
  maxItems: 50,
  items: {
    type: 'object',
    required: ['nome', 'valor'],
    properties: {
      nome: { type: 'string', maxLength: 50 },
      valor: { type: 'string', maxLength: 200 },
    },
  },
} as const;

export const CHARGE_FIELDS = {
  calendario: CALENDAR,
  devedor: DEBTOR,
  loc: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
  valor: CHARGE_AMOUNT,
  chave: KEY,
  solicitacaoPagador: TEXT_140,
  infoAdicionais: ADDITIONAL_INFORMATION,
} as const;

/** `CobSolicitada`. As at Efí, unknown fields are refused. */
export const CHARGE_BODY = {
  type: 'object',
  required: ['calendario', 'valor', 'chave'],
  properties: CHARGE_FIELDS,
  additionalProperties: false,
} as const;

/** `CobRevisada`. */
export const CHARGE_REVISION_BODY = {
  type: 'object',
  properties: {
    ...CHARGE_FIELDS,
    status: { type: 'string', enum: ['REMOVIDA_PELO_USUARIO_RECEBEDOR'] },
  },
  additionalProperties: false,
} as const;

export const CHARGE_PATH = {
  type: 'object',
  properties: { txid: { type: 'string', pattern: '^[a-zA-Z0-9]{26,35}$' } },
} as const;

/** `DevolucaoSolicitada`. */
export const REFUND_BODY = {
  type: 'object',
  required: ['valor'],
  properties: {
    valor: AMOUNT,
    natureza: { type: 'string', enum: ['ORIGINAL', 'RETIRADA'] },
    descricao: TEXT_140,
  },
} as const;

export const REFUND_PATH = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^[a-zA-Z0-9]{1,35}$' } },
} as const;

export const WEBHOOK_BODY = {
  type: 'object',
  required: ['webhookUrl'],
  properties: { webhookUrl: { type: 'string', minLength: 1 } },
} as const;

const BANK_ACCOUNT = {
  type: 'object',
  required: ['nome', 'codigoBanco', 'agencia', 'conta', 'tipoConta'],
  properties: {
    nome: { type: 'string' },
    cpf: CPF,
    cnpj: CNPJ,
    codigoBanco: { type: 'string', pattern: '^[0-9A-Z]{8}$' },
    agencia: { type: 'string' },
    conta: { type: 'string' },
    tipoConta: { type: 'string', enum: ['cacc', 'svgs'] },
  },
  oneOf: [{ required: ['cpf'] }, { required: ['cnpj'] }],
} as const;

/** Efí's request to send a Pix, to a key or to an account. */
export const PAYOUT_BODY = {
  type: 'object',
  required: ['valor', 'pagador', 'favorecido'],
  properties: {
    valor: AMOUNT,
    pagador: {
      type: 'object',
      required: ['chave'],
      properties: { chave: KEY, infoPagador: TEXT_140 },
      additionalProperties: false,
    },
    favorecido: {
      type: 'object',
      properties: { chave: KEY, cpf: CPF, cnpj: CNPJ, contaBanco: BANK_ACCOUNT },
      oneOf: [{ required: ['chave'] }, { required: ['contaBanco'] }],
      not: { required: ['cpf', 'cnpj'] },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const;

export const PAYOUT_PATH = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^[a-zA-Z0-9]{1,35}$' } },
} as const;

/** Efí's request to repeat call-backs. */
export const RESEND_BODY = {
  type: 'object',
  required: ['tipo', 'e2eids'],
  properties: {
    tipo: {
      type: 'string',
      enum: ['PIX_RECEBIDO', 'PIX_ENVIADO', 'DEVOLUCAO_RECEBIDA', 'DEVOLUCAO_ENVIADA'],
    },
    e2eids: { type: 'array', minItems: 1, maxItems: 1000, items: { type: 'string' } },
  },
  additionalProperties: false,
} as const;

/** Efí's request to defend against a dispute. */
export const DEFENSE_FILE_BODY = {
  type: 'object',
  required: ['nome', 'tipo', 'conteudo'],
  properties: {
    nome: { type: 'string', minLength: 1, maxLength: 200 },
    tipo: { type: 'string', enum: ['application/pdf', 'image/png', 'image/jpeg'] },
    conteudo: { type: 'string', minLength: 4, pattern: '^[A-Za-z0-9+/]+=*$' },
  },
  additionalProperties: false,
} as const;

export const DEFENSE_BODY = {
  type: 'object',
  required: ['analise', 'justificativa'],
  properties: {
    analise: { type: 'string', enum: ['aceito', 'rejeitado'] },
    justificativa: { type: 'string', minLength: 1, maxLength: 1000 },
  },
  additionalProperties: false,
} as const;
