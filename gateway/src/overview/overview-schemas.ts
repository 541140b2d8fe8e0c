import { Type } from 'typebox';
import { BALANCE_FIELDS } from '#src/ledger/balance-view.ts';
import { TERMS_FIELDS } from '#src/ledger/settlements/terms-view.ts';
import { TransactionItem } from '#src/transactions/transaction-item.ts';

export const OverviewQuery = Type.Object({
  days: Type.Optional(Type.Union([Type.Literal(7), Type.Literal(30), Type.Literal(90)])),
});

export const Overview = Type.Object({
  balance: Type.Object(BALANCE_FIELDS),
  settlement: Type.Object(TERMS_FIELDS),
  days: Type.Array(
    Type.Object({
      day: Type.String({ description: 'Um dia em Brasília, 2026-11-20.' }),
      created_count: Type.Integer({ description: 'Cobranças criadas no dia.' }),
      paid_count: Type.Integer({ description: 'Pagamentos recebidos no dia.' }),
      paid_amount: Type.Integer({ description: 'O valor deles, centavos.' }),
    }),
    { description: 'Do dia mais antigo a hoje, sem buracos.' },
  ),
  totals: Type.Object({
    created_count: Type.Integer(),
    created_paid_count: Type.Integer({ description: 'Das criadas no período, as pagas.' }),
    paid_count: Type.Integer(),
    paid_amount: Type.Integer(),
  }),
  paid_share: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Das cobranças criadas no período, quantas foram pagas, em pontos-base.',
  }),
  latest: Type.Array(TransactionItem, { description: 'As últimas dez transações.' }),
  attention: Type.Object({
    merchant_status: Type.Union([
      Type.Literal('pending_kyc'),
      Type.Literal('active'),
      Type.Literal('rejected'),
      Type.Literal('suspended'),
    ]),
    retrying_deliveries: Type.Integer({ description: 'Webhooks que falharam e serão repetidos.' }),
    failed_deliveries: Type.Integer({
      description: 'Webhooks que esgotaram as tentativas nas últimas 24 horas.',
    }),
    failed_payouts: Type.Integer({ description: 'Saques dos últimos 7 dias que falharam.' }),
  }),
});
