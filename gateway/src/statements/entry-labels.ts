import type { PostingKind } from '#src/ledger/chart-of-accounts.ts';

const LABELS: Readonly<Record<PostingKind, string>> = {
  charge_paid: 'Cobrança recebida',
  split_received: 'Split recebido',
  payout_reserved: 'Saque',
  payout_paid: 'Saque concluído',
  payout_failed: 'Saque não realizado',
  payout_returned: 'Saque devolvido pelo destino',
  payout_paid_late: 'Saque pago depois da falha',
  refund_reserved: 'Devolução',
  refund_paid: 'Devolução concluída',
  refund_failed: 'Devolução não realizada',
  refund_paid_late: 'Devolução feita depois da falha',
  transfer_sent: 'Transferência enviada',
  transfer_received: 'Transferência recebida',
  incoming_payment_suspended: 'Recebimento a identificar',
  incoming_payment_assigned: 'Recebimento identificado',
  incoming_payment_returned: 'Recebimento devolvido',
  bank_adjustment: 'Ajuste bancário',
  balance_blocked: 'Valor bloqueado',
  balance_released: 'Valor desbloqueado',
  debt_repaid: 'Abatimento de dívida',
  dispute_returned: 'Devolução por contestação (MED)',
  balance_adjusted: 'Ajuste da plataforma',
  payment_settled: 'Liquidação de recebimentos',
  incoming_payment_unassigned: 'Identificação de recebimento desfeita',
  incoming_payment_disputed: 'Recebimento devolvido por contestação (MED)',
  payout_resolution_reversed: 'Saque não realizado pelo banco',
  refund_resolution_reversed: 'Devolução não realizada pelo banco',
  sandbox_reset: 'Reinício da conta de demonstração',
};

/** The label of an entry in the panel and in exported statements. */
export function labelOfKind(kind: PostingKind): string {
  return LABELS[kind];
}
