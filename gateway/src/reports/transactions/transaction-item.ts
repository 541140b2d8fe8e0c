import { Type } from 'typebox';
import { isoTime } from '#src/ground/clock.ts';
import { centavos, centavosToJson, centavosToJsonOrNull } from '#src/ground/money/centavos.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import type { ShownTransaction } from './received.ts';
import { transactionStatuses, transactionTypes } from './transaction.ts';

export const TransactionStatus = oneOf(transactionStatuses);

/** A charge or a payout as a line of a list. */
export const TransactionItem = Type.Object({
  type: oneOf(transactionTypes),
  internal_id: Type.String(),
  external_id: NullableText,
  status: TransactionStatus,
  amount: Type.Integer(),
  fee_amount: Type.Integer(),
  split_amount: Type.Integer({ description: 'O que fica com outros lojistas do split.' }),
  refunded_amount: Type.Integer({
    description: 'O que voltou ao pagador.',
  }),
  received_amount: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'O que o lojista recebeu de uma cobrança paga: valor menos tarifa, split e devoluções; ' +
      'null nas outras e em saques.',
  }),
  name: Type.String({ description: 'Quem paga a cobrança, ou quem recebe o saque.' }),
  document: Type.String({ description: 'O CPF ou CNPJ de quem paga ou recebe.' }),
  email: Type.Union([Type.String(), Type.Null()], { description: 'O e-mail de quem paga.' }),
  description: Type.Union([Type.String(), Type.Null()], {
    description: 'O que é cobrado; numa cobrança de link, o título do link.',
  }),
  payment_link_id: NullableText,
  end_to_end_id: NullableText,
  created_at: Type.String(),
  paid_at: NullableText,
  due_date: Type.Union([Type.String(), Type.Null()], {
    description: 'O vencimento; null numa transação sem vencimento.',
  }),
  is_overdue: Type.Boolean({ description: 'Se está pendente e o vencimento já passou.' }),
});

/**
 * The line of a charge or a payout, as the panel's API shows it. `overdueUntil` is the last due
 * date whose payment is late.
 */
export function transactionItem(listed: ShownTransaction, overdueUntil: string) {
  const { dueOn, status } = listed;
  return {
    type: listed.type,
    internal_id: listed.id,
    external_id: listed.externalId,
    status: listed.status,
    amount: centavosToJson(centavos(listed.amount)),
    fee_amount: centavosToJson(centavos(listed.fee)),
    split_amount: centavosToJson(listed.split),
    refunded_amount: centavosToJson(centavos(listed.refunded + listed.returned)),
    received_amount: centavosToJsonOrNull(listed.received),
    name: listed.name,
    document: listed.document,
    email: listed.email,
    description: listed.description,
    payment_link_id: listed.paymentLinkId,
    end_to_end_id: listed.endToEndId,
    created_at: isoTime(listed.createdAt),
    paid_at: listed.paidAt === null ? null : isoTime(listed.paidAt),
    due_date: dueOn,
    is_overdue: dueOn !== null && status === 'pending' && dueOn <= overdueUntil,
  };
}
