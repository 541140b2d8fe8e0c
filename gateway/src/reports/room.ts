import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  export_too_large: problem(422, 'after_change', {
    pt: 'O período tem mais de 500.000 movimentos: escolha um período menor.',
    en: 'The period has more than 500,000 movements: choose a shorter one.',
    cause:
      'Um arquivo para a contabilidade tem no máximo 500.000 movimentos, e o período pedido tem ' +
      'mais.',
    remedy:
      'Peça um período menor: um mês, uma semana ou um dia de cada vez. Os saldos encadeiam: o ' +
      'saldo inicial de um período é o final do anterior.',
  }),
  receipt_not_ready: problem(409, 'wait', {
    pt: 'Ainda não há comprovante desta transação.',
    en: 'There is no receipt of this transaction yet.',
    cause:
      'A cobrança não foi paga, o saque não foi concluído ou a devolução ainda não chegou a quem ' +
      'pagou: só há comprovante de dinheiro que se moveu.',
    remedy:
      'Espere o evento `deposit.paid`, `payout.paid` ou `deposit.refunded` e peça de novo. De ' +
      'uma devolução, use o identificador dela, e não o da cobrança.',
  }),
  work_not_set_aside: problem(404, 'never', {
    pt: 'Este trabalho não está separado por falha, ou já foi descartado.',
    en: 'This work is not set aside after failures, or it was dropped already.',
    cause: 'O trabalho já foi feito, ou outra pessoa já o descartou.',
    remedy: 'Recarregue a página **Saúde**.',
  }),
};

const codes = {
  problems,
  auditActions: ['work.dropped', 'work.retried'],
  workKinds: {},
} as const satisfies RoomCodes;

/** Transactions, search, statements, receipts, overview and live updates. */
export const reportsRoom: Room<typeof codes> = {
  name: 'reports',
  codes,
  api: async () => (await import('./api.ts')).reportsApi,
  operations: async () => (await import('./operations.ts')).reportsOperations,
  work: async () => (await import('./work.ts')).startReports,
};
