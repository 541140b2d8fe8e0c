import type { PostingKind } from '#src/ledger/chart-of-accounts.ts';

/** What a movement is called in a file for a person or an accounting program. */
const WORDS: Readonly<Record<PostingKind, string>> = {
  charge_paid: 'Cobrança recebida',
  split_received: 'Split recebido',
  payout_reserved: 'Saque',
  payout_paid: 'Saque concluído',
  payout_failed: 'Saque não realizado',
  payout_returned: 'Saque devolvido pelo destino',
  payout_paid_late: 'Saque pago depois de falhar',
  refund_reserved: 'Devolução',
  refund_paid: 'Devolução concluída',
  refund_failed: 'Devolução não realizada',
  refund_paid_late: 'Devolução feita depois de falhar',
  transfer_sent: 'Transferência enviada',
  transfer_received: 'Transferência recebida',
  receipt_suspended: 'Recebimento a identificar',
  receipt_assigned: 'Recebimento identificado',
  receipt_returned: 'Recebimento devolvido',
  operator_moved: 'Movimento do operador',
  sandbox_reset: 'Reinício da conta de demonstração',
};

export function wordsOfKind(kind: PostingKind): string {
  return WORDS[kind];
}
