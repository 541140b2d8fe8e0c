import { brazilianDate, englishDate } from '#src/ground/brazilian-days.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { PostingKind } from '#src/ledger/chart-of-accounts.ts';
import type { StatementAccount } from '../statement.ts';

type ClosingGroup =
  | 'received'
  | 'undone'
  | 'splitsReceived'
  | 'refunds'
  | 'disputes'
  | 'payouts'
  | 'payoutsReturned'
  | 'transfersReceived'
  | 'transfersSent'
  | 'adjustments';

/** The groups of a closing, in its order. Each kind of posting belongs to one. */
export const closingGroups: readonly (readonly [ClosingGroup, readonly PostingKind[]])[] = [
  ['received', ['charge_paid', 'incoming_payment_assigned']],
  ['undone', ['incoming_payment_unassigned']],
  ['splitsReceived', ['split_received']],
  ['refunds', ['refund_paid', 'refund_paid_late', 'refund_resolution_reversed']],
  ['disputes', ['dispute_returned', 'incoming_payment_disputed']],
  ['payouts', ['payout_paid', 'payout_paid_late', 'payout_resolution_reversed']],
  ['payoutsReturned', ['payout_returned']],
  ['transfersReceived', ['transfer_received']],
  ['transfersSent', ['transfer_sent']],
  ['adjustments', ['balance_adjusted', 'sandbox_reset']],
];

const pt = {
  title: (period: string) => `Fechamento de ${period}`,
  monthOf: (month: number, year: string) => `${pt.months[month - 1]} de ${year}`,
  periodOf: (from: string, to: string) => `${brazilianDate(from)} a ${brazilianDate(to)}`,
  test: 'Ambiente de teste: nenhum dinheiro foi movimentado.',
  madeAt: (time: string) => `Gerado em ${time} (horário de Brasília).`,
  unfinished: 'O período ainda não terminou: os valores são os deste momento.',
  document: 'CPF ou CNPJ',
  account: 'Conta',
  summary: 'Resumo',
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  groups: {
    received: 'Recebimentos (valor bruto)',
    undone: 'Recebimentos desfeitos',
    splitsReceived: 'Splits recebidos de outros lojistas',
    refunds: 'Devoluções a pagadores',
    disputes: 'Contestações (MED)',
    payouts: 'Saques',
    payoutsReturned: 'Saques devolvidos pelo destino',
    transfersReceived: 'Transferências recebidas',
    transfersSent: 'Transferências enviadas',
    adjustments: 'Ajustes da plataforma',
  } satisfies Record<ClosingGroup, string> as Record<ClosingGroup, string>,
  splits: 'Splits repassados a outros lojistas',
  fees: 'Tarifas da plataforma',
  others: 'Outros',
  composition: 'O saldo final por conta',
  accounts: {
    available: 'Disponível',
    reserved: 'Reservado em saques e devoluções',
    blocked: 'Bloqueado',
    pending_settlement: 'A liquidar',
    debt: 'Dívida com a plataforma',
  } as Record<StatementAccount, string>,
  due: {
    heading: 'Cobranças com vencimento pagas (já estão em Recebimentos)',
    original: 'Valor original',
    fine: 'Multa',
    interest: 'Juros',
    rebate: 'Abatimento',
    discount: 'Desconto',
    paid: 'Valor pago',
  },
  days: 'Totais por dia (horário de Brasília)',
  noMovements: 'Nenhum movimento no período.',
  columns: ['Dia', 'Saldo inicial', 'Entradas', 'Saídas', 'Tarifas', 'Saldo final', 'Mov.'],
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  months: [
    'janeiro',
    'fevereiro',
    'março',
    'abril',
    'maio',
    'junho',
    'julho',
    'agosto',
    'setembro',
    'outubro',
    'novembro',
    'dezembro',
  ],
};

const en: typeof pt = {
  title: (period) => `Closing of ${period}`,
  monthOf: (month, year) => `${en.months[month - 1]} ${year}`,
  periodOf: (from, to) => `${englishDate(from)} to ${englishDate(to)}`,
  test: 'Test environment: no money was moved.',
  madeAt: (time) => `Made at ${time} (Brasília time).`,
  unfinished: 'The period has not ended yet: the amounts are those of this moment.',
  document: 'CPF or CNPJ',
  account: 'Account',
  summary: 'Summary',
  opening: 'Opening balance',
  closing: 'Closing balance',
  groups: {
    received: 'Payments received (gross)',
    undone: 'Payments undone',
    splitsReceived: 'Splits received from other merchants',
    refunds: 'Refunds to payers',
    disputes: 'Disputes (MED)',
    payouts: 'Payouts',
    payoutsReturned: 'Payouts returned by their destination',
    transfersReceived: 'Transfers received',
    transfersSent: 'Transfers sent',
    adjustments: 'Adjustments by the platform',
  },
  splits: 'Splits passed on to other merchants',
  fees: 'Fees of the platform',
  others: 'Others',
  composition: 'The closing balance by account',
  accounts: {
    available: 'Available',
    reserved: 'Reserved for payouts and refunds',
    blocked: 'Blocked',
    pending_settlement: 'To be settled',
    debt: 'Debt to the platform',
  },
  due: {
    heading: 'Charges with a due date that were paid (part of payments received)',
    original: 'Original amount',
    fine: 'Fine',
    interest: 'Interest',
    rebate: 'Rebate',
    discount: 'Discount',
    paid: 'Paid amount',
  },
  days: 'Totals by day (Brasília time)',
  noMovements: 'No movements in the period.',
  columns: ['Day', 'Opening', 'In', 'Out', 'Fees', 'Closing', 'Mov.'],
  page: (page, pages) => `Page ${page} of ${pages}`,
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
};

export const closingTexts: Readonly<Record<Language, typeof pt>> = { 'pt-BR': pt, en };
