import type { PostingKind } from '#src/ledger/chart-of-accounts.ts';
import type { StatementAccount } from '../statement.ts';

/** The groups of a closing, in its order. Each kind of posting belongs to one. */
export const closingGroups = [
  { label: 'Recebimentos (valor bruto)', kinds: ['charge_paid', 'incoming_payment_assigned'] },
  { label: 'Recebimentos desfeitos', kinds: ['incoming_payment_unassigned'] },
  { label: 'Splits recebidos de outros lojistas', kinds: ['split_received'] },
  {
    label: 'Devoluções a pagadores',
    kinds: ['refund_paid', 'refund_paid_late', 'refund_resolution_reversed'],
  },
  {
    label: 'Contestações (MED)',
    kinds: ['dispute_returned', 'incoming_payment_disputed'],
  },
  {
    label: 'Saques',
    kinds: ['payout_paid', 'payout_paid_late', 'payout_resolution_reversed'],
  },
  { label: 'Saques devolvidos pelo destino', kinds: ['payout_returned'] },
  { label: 'Transferências recebidas', kinds: ['transfer_received'] },
  { label: 'Transferências enviadas', kinds: ['transfer_sent'] },
  { label: 'Ajustes da plataforma', kinds: ['balance_adjusted', 'sandbox_reset'] },
] as const satisfies readonly { label: string; kinds: readonly PostingKind[] }[];

export const texts = {
  title: (period: string) => `Fechamento de ${period}`,
  periodOf: (from: string, to: string) => `${from} a ${to}`,
  test: 'Ambiente de teste: nenhum dinheiro foi movimentado.',
  madeAt: (time: string) => `Gerado em ${time} (horário de Brasília).`,
  unfinished: 'O período ainda não terminou: os valores são os deste momento.',
  document: 'CPF ou CNPJ',
  account: 'Conta',
  summary: 'Resumo',
  opening: 'Saldo inicial',
  closing: 'Saldo final',
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
  } satisfies Record<StatementAccount, string>,
  days: 'Totais por dia (horário de Brasília)',
  noMovements: 'Nenhum movimento no período.',
  columns: ['Dia', 'Saldo inicial', 'Entradas', 'Saídas', 'Tarifas', 'Saldo final', 'Mov.'],
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  months: [
    ...['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho'],
    ...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
  ],
} as const;
