import { type Static, Type } from 'typebox';
import { refundStatuses } from '#src/charges/charge.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { instant, nullable, oneOf, optionalText, text } from '#src/ground/schemas/text-schemas.ts';

/** The body of POST /v1/transactions/:internal_id/refund. All fields are optional. */
export const RefundBody = Type.Object(
  {
    amount: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 1,
        maximum: 999_999_999_999,
        description: 'Quanto devolver, em centavos. Sem ele, tudo o que resta do pagamento.',
        examples: [5000],
      }),
    ),
    reason: optionalText('short-note', {
      description: 'O motivo, até 140 caracteres. O pagador pode vê-lo no extrato.',
      examples: ['Produto em falta'],
    }),
    bear_all: Type.Optional(
      Type.Unsafe<boolean | null>({
        type: ['boolean', 'null'],
        description: 'true: a origem devolve também as partes dos lojistas do split.',
        examples: [false],
      }),
    ),
  },
  { title: 'RefundRequest' },
);

export type RefundBody = Static<typeof RefundBody>;

export const RefundCreated = Type.Object(
  {
    internal_id: text('Identificador da devolução.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b73'),
    transaction_id: text('A cobrança devolvida.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70'),
    status: oneOf(refundStatuses, {
      description: 'Estado da devolução.',
      examples: ['pending'],
    }),
    amount: Type.Integer({ description: 'Valor a devolver, em centavos.', examples: [5000] }),
    reason: nullable(text('O motivo.', 'Produto em falta')),
    created_at: instant('Quando foi pedida.'),
  },
  {
    title: 'CreatedRefund',
    description: 'Uma devolução aceita: o valor já saiu do saldo disponível.',
  },
);

/** The request in a body that the schema has checked. */
export function refundFromBody(body: RefundBody) {
  return {
    amount: typeof body.amount === 'number' ? centavos(body.amount) : undefined,
    reason: body.reason?.trim() || null,
    merchantAbsorbs: body.bear_all ?? false,
  };
}
