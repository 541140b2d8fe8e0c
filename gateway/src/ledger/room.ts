import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  balance_limit_reached: problem(422, 'never', {
    pt: 'A operação faria o saldo de uma conta passar do limite de R$ 90 trilhões.',
    en: 'The operation would take a balance above the limit of R$90 trillion.',
    cause: 'Uma conta passaria do maior saldo que o gateway guarda.',
    remedy: 'Confira o valor: quase sempre há zeros a mais.',
  }),
  late_payment_not_found: problem(404, 'never', {
    pt: 'Não há um pagamento depois da falha a verificar com este identificador.',
    en: 'There is no payment after a failure to check with this id.',
    cause: 'O pagamento depois da falha já foi verificado.',
    remedy: 'Liste em **Retidos** os que restam.',
  }),
  verification_running: problem(409, 'wait', {
    pt: 'Uma verificação do livro-razão já está em andamento.',
    en: 'A verification of the ledger is already running.',
    cause: 'Outra verificação do livro-razão está em andamento.',
    remedy: 'Espere que ela termine.',
  }),
};

const codes = {
  problems,
  auditActions: ['ledger.verification_asked', 'payout.late_seen', 'refund.late_seen'],
  workKinds: {
    settlement: {},
  },
} as const satisfies RoomCodes;

/** Accounts, postings, holds, debts, settlements and their verification. */
export const ledgerRoom: Room<typeof codes> = {
  name: 'ledger',
  codes,
  api: async () => (await import('./api.ts')).ledgerApi,
  operations: async () => (await import('./operations.ts')).ledgerOperations,
  work: async () => (await import('./work.ts')).startLedger,
};
