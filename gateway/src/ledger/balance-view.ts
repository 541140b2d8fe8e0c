import { Type } from 'typebox';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { text } from '#src/ground/schemas/text-schemas.ts';
import type { Balance } from './read-balance.ts';

const amountOf = (description: string, example: number) =>
  Type.Integer({ description: `${description}, centavos.`, examples: [example] });

/** The fields of a balance in answers. */
export const BALANCE_FIELDS = {
  available: amountOf('Pode ser sacado agora', 8302),
  reserved: amountOf('Em saques e devoluções em andamento', 0),
  blocked: amountOf('Bloqueado por contestações ou pelo operador; não pode ser sacado', 0),
  debt: amountOf('Dívida com a plataforma: zero ou negativo', 0),
  pending_settlement: amountOf('Recebido e ainda não liquidado', 0),
  next_settlements: Type.Array(
    Type.Object(
      {
        date: text('O dia da liquidação, em Brasília.', '2026-11-23'),
        amount: amountOf('O que entra em available nesse dia', 9802),
      },
      { title: 'BalanceNextSettlement' },
    ),
    { description: 'As próximas liquidações, até dez dias.' },
  ),
};

/** A balance as answers show it, in centavos. */
export function balanceView(balance: Balance) {
  const { available, reserved, blocked, debt, pendingSettlement, nextSettlements } = balance;
  return {
    available: centavosToJson(available),
    reserved: centavosToJson(reserved),
    blocked: centavosToJson(blocked),
    debt: centavosToJson(debt),
    pending_settlement: centavosToJson(pendingSettlement),
    next_settlements: nextSettlements.map(({ date, amount }) => ({
      date,
      amount: centavosToJson(amount),
    })),
  };
}
