import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  dispute_not_found: problem(404, 'never', {
    pt: 'Contestação não encontrada.',
    en: 'Dispute not found.',
    cause: 'Não há contestação com este identificador na sua conta e no ambiente da chave.',
    remedy: 'Liste com `GET /v1/disputes`. O identificador é o da contestação, não o da cobrança.',
  }),
  dispute_not_possible: problem(409, 'never', {
    pt: 'Só uma cobrança paga pode ser contestada.',
    en: 'Only a paid charge can be contested.',
    cause: 'Só um pagamento recebido pode ser contestado, e esta cobrança não foi paga.',
    remedy: 'Pague antes a cobrança de teste: `POST /v1/test/charges/:internal_id/pay`.',
  }),
  dispute_closed: problem(409, 'never', {
    pt: 'A contestação já foi encerrada.',
    en: 'The dispute is already closed.',
    cause: 'O banco já decidiu, ou a contestação foi cancelada.',
    remedy: 'Consulte a contestação: `status` traz o resultado.',
  }),
  dispute_already_defended: problem(409, 'never', {
    pt: 'Esta contestação já tem uma defesa.',
    en: 'This dispute already has a defence.',
    cause: 'Já há uma defesa, e cada contestação leva uma.',
    remedy:
      'Aguarde. Se o banco recusar a defesa (`failed`), a contestação volta a `open` e aceita ' +
      'outra.',
  }),
  dispute_exceeds_payment: problem(422, 'after_change', {
    pt: 'O valor é maior do que o pagamento ainda tem a contestar.',
    en: 'The amount is more than what the payment still has to contest.',
    cause: 'O valor é maior do que o pagamento ainda tem a contestar.',
    remedy: 'Sem `amount`, a contestação de teste é de tudo o que resta.',
  }),
  dispute_defense_too_late: problem(422, 'never', {
    pt: 'O prazo para defender esta contestação terminou.',
    en: 'The time to defend this dispute is over.',
    cause: 'O prazo de `defense_due_at` terminou.',
    remedy: 'Aguarde a decisão do banco. O webhook `dispute.opened` avisa na hora: assine-o.',
  }),
};

const codes = {
  problems,
  auditActions: ['dispute.closed', 'dispute.defended', 'dispute.matched', 'dispute.opened'],
  workKinds: {
    /** A dispute in the bank's list, by the bank's id of it. */
    dispute: {},
    dispute_defense: {},
  },
} as const satisfies RoomCodes;

/** Contested payments (MED). */
export const disputesRoom: Room<typeof codes> = {
  name: 'disputes',
  codes,
  api: async () => (await import('./api.ts')).disputesApi,
  operations: async () => (await import('./operations.ts')).disputesOperations,
  work: async () => (await import('./work.ts')).startDisputes,
  checks: async () => (await import('./work.ts')).disputesChecks,
  commands: [
    ['dispute', async () => (await import('./commands/dispute-commands.ts')).addDisputeCommands],
  ],
};
