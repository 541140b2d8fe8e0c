import { Type } from 'typebox';
import { oneOf } from '../schemas/text-schemas.ts';
import { type ProblemCode, problems, Refusal } from './problems.ts';

const ProblemDetail = Type.Object(
  {
    field: Type.String({ description: 'Caminho do campo.', examples: ['payer.document'] }),
    message: Type.String({ description: 'O que está errado.', examples: ['é obrigatório'] }),
    period: Type.Optional(
      oneOf(['payout', 'day', 'night'], {
        description:
          'Em payout_limit_exceeded, o limite: por saque, por dia ou por noite (20h às 6h de ' +
          'Brasília).',
        examples: ['day'],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: 'Em payout_limit_exceeded, o limite em centavos.',
        examples: [100_000],
      }),
    ),
    left: Type.Optional(
      Type.Integer({
        description:
          'Em centavos. Em payout_limit_exceeded, quanto resta do limite; em ' +
          'insufficient_balance, o saldo disponível; em refund_exceeds_payment, quanto resta a ' +
          'devolver.',
        examples: [2_500],
      }),
    ),
    index: Type.Optional(
      Type.Integer({
        description: 'Em charge_batch_refused, a posição da cobrança em charges, a partir de 0.',
        examples: [17],
      }),
    ),
    code: Type.Optional(
      Type.String({
        description: 'Em charge_batch_refused, o código da recusa dessa cobrança.',
        examples: ['due_date_in_past'],
      }),
    ),
  },
  { title: 'ProblemDetail', description: 'A falha de um campo.' },
);

/**
 * The body of every refusal. The codes of an operation stand beside it, as `x-error-codes`: as an
 * enumeration they would make hundreds of models of it, and a new code would break the clients.
 */
export const Problem = Type.Object(
  {
    error: Type.String({
      description: 'A frase padrão do status HTTP.',
      examples: ['Unprocessable Entity'],
    }),
    message: Type.String({
      description: 'A explicação, em português; em inglês com Accept-Language: en.',
      examples: [new Refusal('invalid_request').message],
    }),
    code: Type.String({
      description: 'Código estável, para programas. Uma versão nova pode ter códigos novos.',
      examples: ['invalid_request'],
    }),
    details: Type.Optional(
      Type.Array(ProblemDetail, { description: 'As falhas de cada campo, todas de uma vez.' }),
    ),
  },
  { title: 'Problem', description: 'Por que uma requisição foi recusada.' },
);

/** The error answers of an operation by status, for its schema: the codes in alphabetical order. */
export function problemResponses(codes: readonly ProblemCode[]) {
  const byStatus = Map.groupBy(new Set(codes.toSorted()), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema: Problem, 'x-error-codes': group } },
      },
    ]),
  );
}

/** The codes of an operation that takes an idempotency key. */
export const IDEMPOTENCY_CODES = [
  'idempotency_key_invalid',
  'idempotency_key_missing',
  'idempotency_key_reused',
  'idempotency_in_progress',
] as const satisfies readonly ProblemCode[];

// The further codes of every operation behind the merchants' guard.
const GUARD_CODES: readonly ProblemCode[] = [
  'invalid_credentials',
  'account_suspended',
  'account_not_approved',
  'address_not_allowed',
  'scope_missing',
  'rate_limited',
  'internal_error',
];

/** The error answers of an operation behind the merchants' guard. */
export function guardedResponses(codes: readonly ProblemCode[]) {
  return problemResponses([...codes, ...GUARD_CODES]);
}

/** The problem codes of every route that needs no session. */
export const PUBLIC_PROBLEM_CODES: readonly ProblemCode[] = [
  'invalid_json',
  'invalid_request',
  'foreign_page',
  'rate_limited',
  'internal_error',
  'overloaded',
];

// The further codes of every operation behind the panel's guards.
const PANEL_CODES: readonly ProblemCode[] = [
  'not_logged_in',
  'not_permitted',
  'merchant_switched',
  'role_missing',
  'rate_limited',
  'internal_error',
  'overloaded',
];

/** The error answers of a read of the panel. */
export function panelReadResponses(codes: readonly ProblemCode[] = []) {
  return problemResponses([...codes, ...PANEL_CODES]);
}

/** The error answers of a change that a merchant makes at the panel. */
export function panelChangeResponses(codes: readonly ProblemCode[] = []) {
  return panelReadResponses([
    ...codes,
    'invalid_json',
    'invalid_request',
    'foreign_page',
    'second_factor_required',
    'second_factor_replaced',
    'sandbox_forbidden',
    'account_suspended',
    'account_not_approved',
  ]);
}

/** The error answers of a change that an operator makes. */
export function operatorChangeResponses(codes: readonly ProblemCode[] = []) {
  return panelReadResponses([
    ...codes,
    'invalid_json',
    'invalid_request',
    'foreign_page',
    'second_factor_required',
  ]);
}

/** The error answers of a change that an operator makes with a fresh code of the second factor. */
export function operatorCodeResponses(codes: readonly ProblemCode[] = []) {
  return operatorChangeResponses([...codes, 'second_factor_invalid']);
}
