import {
  API_FAULT_KINDS,
  API_OPERATIONS,
  CALLBACK_FAULT_KINDS,
  OWN_FAULT_KINDS,
  OWN_OPERATIONS,
  QUEUE_FAULT_KINDS,
} from '../bank/faults.ts';
import {
  CHARGE_REJECTIONS,
  RECURRENCE_REJECTIONS,
  SOLICITATION_REJECTIONS,
} from '../bank/recurring/codes.ts';

export const AMOUNT = { type: 'string', pattern: '^\\d{1,10}\\.\\d{2}$' } as const;

export const PAYMENT_BODY = {
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: 'string', minLength: 1 },
    amount: AMOUNT,
    isForced: { type: 'boolean' },
  },
  additionalProperties: false,
} as const;

export const INCOMING_PAYMENT_BODY = {
  type: 'object',
  required: ['amount'],
  properties: {
    amount: AMOUNT,
    txid: { type: 'string', pattern: '^[a-zA-Z0-9]{1,35}$' },
  },
  additionalProperties: false,
} as const;

export const AMOUNT_BODY = {
  type: 'object',
  required: ['amount'],
  properties: { amount: AMOUNT },
  additionalProperties: false,
} as const;

const NATURE = { enum: ['MED_FRAUDE', 'MED_OPERACIONAL', 'MED_PIX_AUTOMATICO'] } as const;

export const TAKE_BACK_BODY = {
  type: 'object',
  required: ['amount'],
  properties: { amount: AMOUNT, nature: NATURE },
  additionalProperties: false,
} as const;

export const DISPUTE_BODY = {
  type: 'object',
  properties: { amount: AMOUNT, nature: NATURE },
  additionalProperties: false,
} as const;

export const DECISION_BODY = {
  type: 'object',
  required: ['outcome'],
  properties: { outcome: { enum: ['ACEITA', 'REJEITADA', 'CANCELADA_EFI'] }, amount: AMOUNT },
  additionalProperties: false,
} as const;

export const SETTLEMENT_BODY = {
  type: 'object',
  required: ['isPaid'],
  properties: { isPaid: { type: 'boolean' } },
  additionalProperties: false,
} as const;

export const FAULT_BODY = {
  type: 'object',
  required: ['kind', 'operation'],
  properties: {
    kind: {
      enum: [...API_FAULT_KINDS, ...CALLBACK_FAULT_KINDS, ...QUEUE_FAULT_KINDS, ...OWN_FAULT_KINDS],
    },
    operation: { enum: ['*', ...API_OPERATIONS, ...OWN_OPERATIONS] },
    times: { type: 'integer', minimum: 1 },
    probability: { type: 'number', minimum: 0, maximum: 1 },
    delayMs: { type: 'integer', minimum: 0 },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    retryAfterSeconds: { type: 'integer', minimum: 0 },
    amount: AMOUNT,
    code: { enum: [...CHARGE_REJECTIONS, ...RECURRENCE_REJECTIONS, ...SOLICITATION_REJECTIONS] },
  },
  additionalProperties: false,
} as const;
