import { Type } from 'typebox';
import { type ProblemCode, problems } from './problems.ts';

const FieldFault = Type.Object({
  field: Type.String({ description: 'Caminho do campo.', examples: ['payer.document'] }),
  message: Type.String({ description: 'O que está errado.', examples: ['é obrigatório'] }),
});

/** A fault of `payout_limit_exceeded`; other codes of its status have no fields of a limit. */
const LimitFault = Type.Object({
  ...FieldFault.properties,
  period: Type.Optional(
    Type.Unsafe<'payout' | 'day' | 'night'>({
      type: 'string',
      enum: ['payout', 'day', 'night'],
      description: 'O limite: por saque, por dia ou por noite (20h às 6h de Brasília).',
      examples: ['day'],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ description: 'O limite, em centavos.', examples: [100_000] }),
  ),
  left: Type.Optional(
    Type.Integer({ description: 'Quanto resta dele, em centavos.', examples: [2_500] }),
  ),
});

/** The body of every refusal, limited to the codes that an operation can answer with. */
export function problemSchema(codes: readonly ProblemCode[]) {
  return Type.Object({
    error: Type.String({
      description: 'A frase padrão do status HTTP.',
      examples: ['Unprocessable Entity'],
    }),
    message: Type.String({
      description: 'A explicação, em português; em inglês com Accept-Language: en.',
      examples: [messageOf(codes[0])],
    }),
    code: Type.Unsafe<ProblemCode>({
      type: 'string',
      enum: codes,
      description: 'Código estável, para programas.',
      examples: [codes[0]],
    }),
    details: Type.Optional(
      Type.Array(codes.includes('payout_limit_exceeded') ? LimitFault : FieldFault, {
        description: 'As falhas de cada campo, todas de uma vez.',
      }),
    ),
  });
}

/** The error answers of an operation, by status, for its schema. */
export function problemResponses(codes: readonly ProblemCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema: problemSchema(group) } },
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

// The further codes of every operation behind the panel's guards.
const PANEL_CODES: readonly ProblemCode[] = [
  'not_logged_in',
  'not_permitted',
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

function messageOf(code: ProblemCode | undefined): string {
  const message = code === undefined ? '' : problems[code].message;
  return typeof message === 'string' ? message : '';
}
