import { CHARGE_REJECTIONS, RECURRENCE_CANCELATIONS } from '../bank/recurring/codes.ts';
import { AMOUNT } from './control-schemas.ts';

const CODE = { type: 'string', minLength: 1 } as const;
/** A year of 366 days. */
const HOURS_MAX = 8_784;

/** A code with a recurrence, or the id of a recurrence. */
export const CODE_BODY = {
  type: 'object',
  required: ['code'],
  properties: { code: CODE },
  additionalProperties: false,
} as const;

export const AUTHORIZATION_BODY = {
  type: 'object',
  required: ['code'],
  properties: { code: CODE, limit: AMOUNT, paysToo: { type: 'boolean' } },
  additionalProperties: false,
} as const;

export const LIMIT_BODY = {
  type: 'object',
  properties: { limit: AMOUNT },
  additionalProperties: false,
} as const;

export const CANCELATION_BODY = {
  type: 'object',
  properties: {
    code: { enum: RECURRENCE_CANCELATIONS },
    by: { enum: ['PSP_PAGADOR', 'USUARIO_PAGADOR', 'PSP_RECEBEDOR', 'USUARIO_RECEBEDOR'] },
  },
  additionalProperties: false,
} as const;

export const REFUSAL_BODY = {
  type: 'object',
  required: ['code'],
  properties: { code: { enum: CHARGE_REJECTIONS } },
  additionalProperties: false,
} as const;

export const PAYER_PATH = {
  type: 'object',
  properties: { document: { type: 'string', pattern: '^(\\d{11}|[0-9A-Z]{14})$' } },
} as const;

export const PAYER_BODY = {
  type: 'object',
  properties: { balance: AMOUNT, isClosed: { type: 'boolean' }, isBlocked: { type: 'boolean' } },
  additionalProperties: false,
} as const;

export const CLOCK_BODY = {
  type: 'object',
  required: ['hours'],
  properties: { hours: { type: 'integer', minimum: 1, maximum: HOURS_MAX } },
  additionalProperties: false,
} as const;
