import { type Static, Type } from 'typebox';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { BALANCE_FIELDS } from '#src/ledger/balance-view.ts';
import { TERMS_FIELDS } from '#src/ledger/settlements/terms-view.ts';
import { TransactionItem } from '../transactions/transaction-item.ts';
import { type PeriodName, periodNames } from './overview-period.ts';

export const OverviewQuery = Type.Object({
  period: Type.Optional(
    Type.Unsafe<PeriodName>({
      type: 'string',
      enum: [...periodNames],
      description: 'Um período até hoje, ou já encerrado. Sem nada vale `30_days`.',
    }),
  ),
  from: Type.Optional(
    Type.String({ description: 'O primeiro dia de um período próprio, em Brasília: 2026-11-01.' }),
  ),
  to: Type.Optional(
    Type.String({ description: 'O último dia, até hoje; o período tem até 366 dias.' }),
  ),
  days: Type.Optional(Type.Unsafe<7 | 30 | 90>({ type: 'integer', enum: [7, 30, 90] })),
});
export type OverviewQuery = Static<typeof OverviewQuery>;

const Totals = Type.Object({
  created_count: Type.Integer(),
  created_paid_count: Type.Integer({ description: 'Das criadas no período, as pagas.' }),
  paid_count: Type.Integer(),
  paid_amount: Type.Integer(),
  received_amount: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'O que o lojista recebeu das suas cobranças, pelos lançamentos do período: valor menos ' +
      'tarifa, split e devoluções; nulo em um período com mais de 50.000 lançamentos.',
  }),
  refunded_count: Type.Integer({ description: 'Devoluções concluídas no período.' }),
  refunded_amount: Type.Integer({ description: 'O valor delas, centavos.' }),
  average_ticket: Type.Union([Type.Integer(), Type.Null()], {
    description: 'O valor médio dos pagamentos; nulo sem pagamentos.',
  }),
});
const PaidShare = Type.Union([Type.Integer(), Type.Null()], {
  description: 'Das cobranças criadas no período, quantas foram pagas, em pontos-base.',
});

export const Overview = Type.Object({
  balance: Type.Object(BALANCE_FIELDS),
  today: Type.Object(
    {
      paid_count: Type.Integer(),
      paid_amount: Type.Integer({ description: 'Recebido hoje, centavos.' }),
      week_before_amount: Type.Integer({
        description: 'Recebido no mesmo dia da semana anterior, o dia inteiro.',
      }),
    },
    { description: 'O dia de hoje em Brasília, em qualquer período.' },
  ),
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
  totals: Totals,
  paid_share: PaidShare,
  period: Type.Object({
    from: Type.String(),
    to: Type.String(),
    is_open: Type.Boolean({ description: 'O período termina hoje, que ainda não acabou.' }),
  }),
  before: Type.Union(
    [
      Type.Object({
        from: Type.String(),
        to: Type.String(),
        totals: Totals,
        paid_share: PaidShare,
      }),
      Type.Null(),
    ],
    { description: 'O período anterior; nulo se começa antes da primeira cobrança.' },
  ),
  first_day: Type.Union([Type.String(), Type.Null()], {
    description: 'O dia da primeira cobrança.',
  }),
  latest: Type.Array(TransactionItem, { description: 'As últimas dez transações.' }),
  attention: Type.Object({
    merchant_status: oneOf(['pending_kyc', 'active', 'rejected', 'suspended']),
    retrying_deliveries: Type.Integer({ description: 'Webhooks que falharam e serão repetidos.' }),
    failed_deliveries: Type.Integer({
      description: 'Webhooks que esgotaram as tentativas nas últimas 24 horas.',
    }),
    failed_payouts: Type.Integer({ description: 'Saques dos últimos 7 dias que falharam.' }),
    overdue_charges: Type.Integer({
      description: 'Cobranças pendentes cujo vencimento já passou; no máximo 1.000.',
    }),
    disputes_to_defend: Type.Integer({
      description: 'Contestações que aguardam a defesa; no máximo 100.',
    }),
  }),
});
