import { Type } from 'typebox';
import { oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { adjustmentKinds } from './balance-adjustment.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72';
const Nullable = (description: string, example: string) =>
  Type.Union([text(description, example), Type.Null()], { description });

/** The data of `balance.adjusted`, and a line of the panel's list. */
export const BalanceAdjustmentView = Type.Object(
  {
    type: oneOf(['balance_adjustment'], {
      description: 'Sempre balance_adjustment.',
      examples: ['balance_adjustment'],
    }),
    internal_id: text('Identificador do gateway.', EXAMPLE_ID),
    kind: oneOf(adjustmentKinds, {
      description:
        'adjustment: crédito ou débito da plataforma; hold: valor bloqueado; release: valor ' +
        'desbloqueado; unassignment: um recebimento identificado por engano foi retirado; ' +
        'refund_reversal: uma devolução que o banco não fez voltou ao saldo; dispute: o banco ' +
        'devolveu ao pagador um recebimento identificado como seu (MED).',
      examples: ['adjustment'],
    }),
    amount: Type.Integer({
      description: 'Centavos. Um débito é negativo; um bloqueio e um desbloqueio são positivos.',
      examples: [-1500],
    }),
    debt_amount: Type.Integer({
      description: 'A parte de um débito que o saldo não cobriu e virou dívida, em centavos.',
      examples: [0],
    }),
    blocked_amount: Type.Integer({
      description: 'A parte de um bloqueio que o saldo cobriu na hora, em centavos.',
      examples: [0],
    }),
    reason: text('O motivo, escrito pela plataforma.', 'Estorno de tarifa cobrada a mais'),
    reference: Nullable('A referência da plataforma, se houver.', 'chamado-4711'),
    hold_id: Nullable('O bloqueio de um hold ou release.', EXAMPLE_ID),
    created_at: text('Quando aconteceu, ISO 8601 UTC.', '2026-11-20T12:00:30.000Z'),
  },
  { title: 'BalanceAdjustment', description: 'Uma mudança do saldo que não é uma transação.' },
);
