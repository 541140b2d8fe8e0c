import { Type } from 'typebox';
import { centavos, centavosToJson } from '#src/money/centavos.ts';
import { isoTime } from '#src/platform/clock.ts';
import type { TransactionRow } from './search-transactions.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);

export const TransactionStatus = Type.Union([
  Type.Literal('pending'),
  Type.Literal('paid'),
  Type.Literal('expired'),
  Type.Literal('partially_refunded'),
  Type.Literal('refunded'),
  Type.Literal('failed'),
]);

/** A charge or a payout as a line of a list. */
export const TransactionItem = Type.Object({
  type: Type.Union([Type.Literal('charge'), Type.Literal('payout')]),
  internal_id: Type.String(),
  external_id: Nullable,
  status: TransactionStatus,
  amount: Type.Integer(),
  fee_amount: Type.Integer(),
  net_amount: Type.Integer({
    description: 'Cobrança: valor menos a tarifa. Saque: valor mais a tarifa, o que sai do saldo.',
  }),
  name: Type.String({ description: 'Quem paga a cobrança, ou quem recebe o saque.' }),
  end_to_end_id: Nullable,
  created_at: Type.String(),
  paid_at: Nullable,
});

/** The line of a charge or a payout. */
export function transactionItem(row: TransactionRow) {
  return {
    type: row.type,
    internal_id: row.id,
    external_id: row.external_id,
    status: row.status,
    amount: centavosToJson(centavos(row.amount_centavos)),
    fee_amount: centavosToJson(centavos(row.fee_centavos)),
    net_amount: centavosToJson(netOf(row)),
    name: row.name,
    end_to_end_id: row.end_to_end_id,
    created_at: isoTime(row.created_at),
    paid_at: row.paid_at === null ? null : isoTime(row.paid_at),
  };
}

/** What a charge leaves after its fee; what a payout takes with its fee on top. */
export function netOf(row: TransactionRow) {
  const { type, amount_centavos: amount, fee_centavos: fee } = row;
  return centavos(type === 'charge' ? amount - fee : amount + fee);
}
