import { type Static, Type } from 'typebox';
import { ChargeDetails } from '#src/charges/charge-schemas.ts';
import { DueToday } from '#src/charges/due/read-due-today.ts';
import { disputeOutcomes } from '#src/disputes/dispute.ts';
import { CursorQuery, Day } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { PayoutDetails } from '#src/money-out/payouts/payout-schemas.ts';
import { eventKinds } from '#src/webhooks/webhook-event.ts';
import { dueQuery } from './due-query.ts';
import { transactionTypes } from './transaction.ts';
import { TransactionItem, TransactionStatus } from './transaction-item.ts';

const AMOUNT_MAX = 999_999_999_999;

const filters = {
  type: Type.Optional(oneOf(transactionTypes)),
  status: Type.Optional(TransactionStatus),
  from: Type.Optional(
    Type.String({ format: 'instant', description: 'Um dia em Brasília, ou um instante.' }),
  ),
  to: Type.Optional(
    Type.String({ format: 'instant', description: 'Até o fim deste dia, ou antes do instante.' }),
  ),
  paid_from: Type.Optional(
    Type.String({ format: 'instant', description: 'Pagas a partir deste dia em Brasília.' }),
  ),
  paid_to: Type.Optional(
    Type.String({ format: 'instant', description: 'Pagas até o fim deste dia em Brasília.' }),
  ),
  payment_link: Type.Optional(
    Type.String({ format: 'reference', description: 'Só as cobranças deste link de pagamento.' }),
  ),
  ...dueQuery,
  amount_min: Type.Optional(Type.Integer({ minimum: 0, maximum: AMOUNT_MAX })),
  amount_max: Type.Optional(Type.Integer({ minimum: 0, maximum: AMOUNT_MAX })),
  client_id: Type.Optional(
    Type.String({
      format: 'reference',
      description: 'O client-id da chave que a criou; `panel` para as criadas no painel.',
    }),
  ),
  customer: Type.Optional(
    Type.String({ format: 'reference', description: 'O id do cliente que paga as cobranças.' }),
  ),
  search: Type.Optional(
    Type.String({
      format: 'reference',
      description:
        'Identificador interno, txid, EndToEndId ou external_id, por inteiro; palavras do nome; ' +
        'CPF ou CNPJ, inteiro ou em parte; ou o valor, como em 1.234,56.',
    }),
  ),
};

export const TransactionFilters = Type.Object(filters);
export type TransactionFilters = Static<typeof TransactionFilters>;
export const TransactionListQuery = Type.Object({ ...filters, ...CursorQuery.properties });

export const TransactionList = Type.Object({
  data: Type.Array(TransactionItem),
  next_cursor: NullableText,
  searched_until: Type.Union([Type.String(), Type.Null()], {
    description: 'Até quando se procurou, se a página terminou antes do fim da busca.',
  }),
});

export const CounterCharge = Type.Pick(TransactionItem, [
  'internal_id',
  'name',
  'description',
  'amount',
  'status',
  'created_at',
  'paid_at',
]);

export const CounterCharges = Type.Object({ data: Type.Array(CounterCharge) });

const TimelineItem = Type.Union([
  Type.Object({
    kind: oneOf([
      'created',
      'paid',
      'expired',
      'canceled',
      'refunded',
      'failed',
      'returned',
      'awaiting_approval',
    ]),
    at: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('dispute_opened'),
    at: Type.String(),
    dispute_id: Type.String(),
    amount: Type.Integer({ description: 'Centavos.' }),
  }),
  Type.Object({
    kind: Type.Literal('dispute_closed'),
    at: Type.String(),
    dispute_id: Type.String(),
    amount: Type.Integer({ description: 'Centavos.' }),
    outcome: oneOf(disputeOutcomes),
  }),
  Type.Object({
    kind: Type.Literal('webhook_attempt'),
    at: Type.String(),
    event: oneOf(eventKinds),
    delivery_id: Type.String(),
    url: Type.String(),
    attempt: Type.Integer(),
    response_status: Type.Union([Type.Integer(), Type.Null()]),
    failure: NullableText,
    is_delivered: Type.Boolean(),
  }),
]);

export type TimelineItem = Static<typeof TimelineItem>;

const timeline = Type.Array(TimelineItem, { description: 'Do mais antigo ao mais novo.' });

const settlements = Type.Array(
  Type.Object({ date: Day, amount: Type.Integer({ description: 'Centavos.' }) }),
  { description: 'O que ainda aguarda liquidação, e o dia em que entra no saldo disponível.' },
);

const feeRule = Type.Union(
  [
    Type.Object({
      basis_points: Type.Integer({ description: 'A parte do valor: 149 é 1,49 %.' }),
      rate_amount: Type.Integer({
        description: 'Quanto ela dá, centavos, arredondado para baixo.',
      }),
      fixed_amount: Type.Integer({ description: 'A parte fixa, centavos.' }),
    }),
    Type.Null(),
  ],
  { description: 'O plano da conta na criação, que fez a tarifa; nulo se não se sabe mais.' },
);

export const TransactionWithTimeline = Type.Union([
  Type.Object({
    ...ChargeDetails.properties,
    customer_id: Type.Optional(
      Type.String({
        description: 'O cliente que paga. Falta quando os dados dele foram apagados.',
      }),
    ),
    next_settlements: settlements,
    split_amount: Type.Integer({ description: 'O que fica com outros lojistas do split.' }),
    returned_amount: Type.Integer({
      description: 'O que a sua parte devolveu ao pagador por contestações.',
    }),
    received_amount: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Valor menos tarifa, split, devoluções e contestações; null se não foi paga.',
    }),
    due_today: Type.Optional(DueToday),
    fee_rule: feeRule,
    timeline,
  }),
  Type.Object({ ...PayoutDetails.properties, fee_rule: feeRule, timeline }),
]);
