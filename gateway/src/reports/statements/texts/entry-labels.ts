import type { Language } from '#src/ground/http/language.ts';
import type { PostingKind } from '#src/ledger/chart-of-accounts.ts';

const pt: Readonly<Record<PostingKind, string>> = {
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
  incoming_payment_matched: 'Recebimento usado para pagar a cobrança',
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

const en: Readonly<Record<PostingKind, string>> = {
  charge_paid: 'Charge received',
  split_received: 'Split received',
  payout_reserved: 'Payout',
  payout_paid: 'Payout completed',
  payout_failed: 'Payout not made',
  payout_returned: 'Payout returned by its destination',
  payout_paid_late: 'Payout paid after it had failed',
  refund_reserved: 'Refund',
  refund_paid: 'Refund completed',
  refund_failed: 'Refund not made',
  refund_paid_late: 'Refund made after it had failed',
  transfer_sent: 'Transfer sent',
  transfer_received: 'Transfer received',
  incoming_payment_suspended: 'Incoming payment to identify',
  incoming_payment_assigned: 'Incoming payment identified',
  incoming_payment_matched: 'Incoming payment used to pay its charge',
  incoming_payment_returned: 'Incoming payment returned',
  bank_adjustment: 'Bank adjustment',
  balance_blocked: 'Amount blocked',
  balance_released: 'Amount released',
  debt_repaid: 'Debt repaid',
  dispute_returned: 'Refund by a dispute (MED)',
  balance_adjusted: 'Adjustment by the platform',
  payment_settled: 'Settlement of payments received',
  incoming_payment_unassigned: 'Identification of an incoming payment undone',
  incoming_payment_disputed: 'Incoming payment returned by a dispute (MED)',
  payout_resolution_reversed: 'Payout not made by the bank',
  refund_resolution_reversed: 'Refund not made by the bank',
  sandbox_reset: 'Reset of the demo account',
};

const LABELS = { 'pt-BR': pt, en } as const;

/**
 * The label of an entry. The panel has it in the language of the reader; files and the API have it
 * in Portuguese.
 */
export function labelOfKind(kind: PostingKind, language: Language = 'pt-BR'): string {
  return LABELS[language][kind];
}
