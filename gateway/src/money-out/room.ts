import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  refund_not_possible: problem(409, 'never', {
    pt: 'Só uma cobrança paga pode ser devolvida.',
    en: 'Only a paid charge can be refunded.',
    cause: 'A cobrança não foi paga, ou a transação é um saque.',
    remedy:
      'Confira o `status`. Uma cobrança pendente pode ser ' +
      '[cancelada](../primeira-cobranca.md#cancelar).',
  }),
  refund_exceeds_payment: problem(422, 'after_change', {
    pt: 'O valor é maior do que o disponível para devolução neste pagamento.',
    en: 'The amount is more than what can be refunded of this payment.',
    cause: 'O pedido, somado ao que já foi devolvido, passa do valor pago.',
    remedy: 'Consulte `refunded_amount`. Sem `amount`, a devolução é de tudo o que resta.',
  }),
  payment_disputed: problem(422, 'wait', {
    pt: 'O valor está contestado e não pode ser devolvido enquanto a contestação existir.',
    en: 'The amount is contested and can’t be refunded while the dispute exists.',
    cause:
      'O pagador contestou este pagamento no banco dele, e o valor espera a decisão. Devolver ' +
      'agora pagaria duas vezes.',
    remedy:
      'Acompanhe a [contestação](../contestacoes.md). O que não está contestado pode ser ' +
      'devolvido.',
  }),
  refund_too_late: problem(422, 'never', {
    pt: 'O prazo de 90 dias para devolver este pagamento terminou.',
    en: 'The 90 days to refund this payment are over.',
    cause: 'Passaram os 90 dias em que um Pix pode ser devolvido.',
    remedy: 'Combine com o pagador outro modo, como um saque para a chave Pix dele.',
  }),
  payout_limit_exceeded: problem(403, 'after_change', {
    pt: (facts) => `O saque passa de um limite da conta: ${facts.reason ?? 'veja details'}.`,
    en: (facts) => `The payout exceeds a limit of the account: ${facts.reason ?? 'see details'}.`,
    cause:
      'O saque passa do limite por saque, do dia ou da noite, seu ou da plataforma. `details` ' +
      'diz qual (`period`), o valor dele (`limit`) e quanto resta (`left`), em centavos.',
    remedy:
      'Saque até `left`, espere o próximo dia ou a manhã (6h de Brasília), ou mude o limite no ' +
      'painel: um aumento vale depois de 24 horas. Veja ' +
      '[Limites](../limites-e-aprovacao-de-saques.md).',
  }),
  insufficient_balance: problem(422, 'after_change', {
    pt: (facts) => facts.reason ?? 'O saldo disponível não cobre o valor do saque e a tarifa.',
    en: (facts) => facts.reason ?? 'The available balance does not cover the payout and its fee.',
    cause:
      '`available` não cobre o valor e a tarifa. O que está em `reserved`, `blocked` e ' +
      '`pending_settlement` não conta. Em uma devolução com split, pode faltar saldo a um dos ' +
      'outros lojistas.',
    remedy:
      'Consulte `GET /v1/balance`. Nada foi reservado. Em uma devolução, `bear_all` faz a sua ' +
      'conta pagar tudo.',
  }),
  invalid_pix_key: problem(422, 'after_change', {
    pt: 'A chave Pix não é válida para o pix_key_type informado.',
    en: 'The Pix key is not valid for the given pix_key_type.',
    cause:
      'A chave não tem a forma do `pix_key_type`: dígito errado no CPF, telefone sem DDD, e-mail ' +
      'incompleto.',
    remedy:
      'Confira o tipo e a chave. Um CPF e um celular têm ambos 11 dígitos: o tipo nunca é ' +
      'deduzido.',
  }),
  external_id_reused: problem(409, 'never', {
    pt: 'Já existe um saque com este external_id.',
    en: 'There is already a payout with this external_id.',
    cause:
      'Já existe um saque com este `external_id` neste ambiente. Ele é único para sempre, para ' +
      'que uma repetição não pague duas vezes.',
    remedy:
      'É uma repetição? O primeiro saque vale: procure-o com `GET ' +
      '/v1/transactions?type=payout&external_id=…`. É outro saque? Use outro número.',
  }),
  beneficiary_not_saved: problem(403, 'never', {
    pt: 'A conta só faz saques para favorecidos salvos, e esta chave Pix não está salva.',
    en: 'The account only pays out to saved beneficiaries, and this Pix key is not saved.',
    cause:
      'A conta só permite saques para favorecidos salvos, e a chave Pix do saque não está entre ' +
      'eles.',
    remedy: 'Salve o favorecido no painel, em **Favorecidos**, e peça o saque de novo.',
  }),
  beneficiary_not_found: problem(404, 'never', {
    pt: 'Favorecido não encontrado ou já removido.',
    en: 'Beneficiary not found or already removed.',
    cause: 'O favorecido foi removido, ou é de outra conta ou de outro ambiente.',
    remedy: 'Atualize a lista em **Favorecidos**.',
  }),
  beneficiary_exists: problem(409, 'never', {
    pt: 'Já existe um favorecido com esta chave Pix.',
    en: 'There is already a beneficiary with this Pix key.',
    cause: 'A chave Pix já é de um favorecido salvo.',
    remedy: 'Altere o favorecido que já existe, ou remova-o antes.',
  }),
  too_many_beneficiaries: problem(422, 'after_change', {
    pt: 'Cada ambiente aceita até 500 favorecidos. Remova um antes de salvar outro.',
    en: 'Each environment accepts up to 500 beneficiaries. Remove one before you save another.',
    cause: 'O ambiente já tem 500 favorecidos salvos.',
    remedy: 'Remova os que não usa mais.',
  }),
  approval_of_own_payout: problem(403, 'never', {
    pt: 'Outra pessoa da equipe precisa aprovar um saque que você pediu.',
    en: 'Another person of the team must approve a payout that you requested.',
    cause: 'Quem pede um saque não o aprova.',
    remedy: 'Peça a outra pessoa com o papel Proprietário ou Financeiro.',
  }),
  approval_not_found: problem(404, 'never', {
    pt: 'Não há um saque aguardando aprovação com este identificador.',
    en: 'No payout with this id waits for approval.',
    cause: 'O saque já foi decidido, ou o prazo de 7 dias terminou.',
    remedy: 'Consulte a página do saque.',
  }),
  payout_raise_not_found: problem(404, 'never', {
    pt: 'Não há aumento de limites aguardando: já vale ou foi cancelado.',
    en: 'No raise of limits is waiting: it is in force or was canceled.',
    cause: 'O aumento já vale ou foi cancelado.',
    remedy: 'Confira os limites na página **Limites de saque**.',
  }),
  payout_limit_above_maximum: problem(422, 'after_change', {
    pt: 'Um dos limites é maior do que o máximo definido pela plataforma.',
    en: 'One of the limits is above the maximum of the platform.',
    cause: 'A plataforma definiu um máximo menor.',
    remedy: 'Escolha até o máximo, que a página mostra, ou fale com a plataforma.',
  }),
  transfers_stopped: problem(409, 'after_change', {
    pt: 'As saídas desta conta estão pausadas: retome-as antes de transferir.',
    en: 'The payouts of this account are stopped: resume them before you transfer.',
    cause: 'As saídas da conta estão pausadas, e transferências também saem.',
    remedy: 'Retome as saídas em **Limites de saque**.',
  }),
  self_transfer: problem(422, 'never', {
    pt: 'A transferência não pode ser para a própria conta.',
    en: 'The transfer can’t be to the own account.',
    cause: 'A transferência é para a própria conta.',
    remedy: 'Escolha outro lojista.',
  }),
  recipient_not_found: problem(404, 'after_change', {
    pt: 'Este lojista não está disponível para receber transferências.',
    en: 'This merchant can’t receive transfers.',
    cause: 'O username não existe, não está ativo ou é a conta de demonstração.',
    remedy: 'Confira o username com quem vai receber.',
  }),
  hold_not_found: problem(404, 'never', {
    pt: 'Não existe bloqueio aberto com este identificador.',
    en: 'There is no open hold with this id.',
    cause: 'O bloqueio já foi encerrado.',
    remedy: 'Confira os bloqueios do lojista.',
  }),
  release_exceeds_hold: problem(422, 'after_change', {
    pt: 'O valor é maior do que o bloqueio ainda pede.',
    en: 'The amount is more than the hold still asks for.',
    cause: 'O valor é maior do que o bloqueio ainda pede.',
    remedy: 'Libere até o que resta do bloqueio.',
  }),
  order_not_found: problem(404, 'never', {
    pt: 'Saque ou devolução de produção não encontrado.',
    en: 'Payout or refund of production not found.',
    cause: 'Não há saque ou devolução de produção com este identificador.',
    remedy: 'Confira o identificador; operações de teste não passam por um banco.',
  }),
  order_not_stuck: problem(409, 'never', {
    pt:
      'Esta operação não está parada no banco: ela já terminou, foi enviada de novo ou acaba de ' +
      'ser enviada.',
    en:
      'This operation is not stuck at the bank: it has ended, was sent again or has just been ' +
      'sent.',
    cause: 'A operação já terminou, foi enviada de novo ou acaba de ser enviada.',
    remedy: 'Espere o resultado do banco.',
  }),
  end_to_end_id_invalid: problem(422, 'after_change', {
    pt:
      'Informe o identificador do Pix no banco: EndToEndId de um saque pago (E…) ou rtrId de uma ' +
      'devolução feita (D…), com 32 caracteres. Para "não paga", deixe vazio.',
    en:
      'Enter the id of the Pix at the bank: the EndToEndId of a paid payout (E…) or the rtrId of ' +
      'a refund that was made (D…), with 32 characters. For "not paid", leave it empty.',
    cause: 'O identificador não tem a forma de um EndToEndId (E…) ou rtrId (D…) de 32 caracteres.',
    remedy: 'Copie-o do comprovante do banco. Para "não paga", deixe vazio.',
  }),
};

const codes = {
  problems,
  auditActions: [
    'approval_server.removed',
    'approval_server.set',
    'automatic_payout.set',
    'balance.adjusted',
    'balance.held',
    'balance.released',
    'beneficiary.changed',
    'beneficiary.removed',
    'beneficiary.saved',
    'payout.approved',
    'payout.cancelled',
    'payout.created',
    'payout.paid_late',
    'payout.rejected',
    'payout.released',
    'payout.resolution_reversed',
    'payout.resolved',
    'payout.reversal_seen',
    'payout_limits.changed',
    'payout_limits.raise_cancelled',
    'payout_limits.set',
    'payouts.resumed',
    'payouts.stopped',
    'refund.cancelled',
    'refund.created',
    'refund.done_late',
    'refund.released',
    'refund.resolution_reversed',
    'refund.resolved',
    'refund.reversal_seen',
    'transfer.sent',
  ],
  workKinds: {
    payout: {},
    /** The check of a payout that has ended, at the bank. */
    payout_check: {},
    payout_return: { isHidden: true },
    refund: {},
    /** The check of a refund that has ended, at the bank. */
    refund_check: {},
  },
} as const satisfies RoomCodes;

/** Payouts, refunds, transfers and adjustments. */
export const moneyOutRoom: Room<typeof codes> = {
  name: 'money-out',
  codes,
  api: async () => (await import('./api.ts')).moneyOutApi,
  operations: async () => (await import('./operations.ts')).moneyOutOperations,
  work: async () => (await import('./work.ts')).startMoneyOut,
  notices: async () => (await import('./notices.ts')).moneyOutNotices,
  checks: async () => (await import('./work.ts')).moneyOutChecks,
  // In the order in which they plan and count.
  payoutOwners: async () => [
    (await import('./payouts/limits/limit-owner.ts')).limitOwner,
    (await import('./payouts/beneficiaries/beneficiary-owner.ts')).beneficiaryOwner,
    (await import('./payouts/approval/await-approval.ts')).approvalOwner,
    (await import('./payouts/mails/tell-of-payouts.ts')).mailOwner,
    (await import('./payouts/automatic/run-automatic.ts')).automaticOwner,
  ],
  commands: [
    ['payout refund', async () => (await import('./commands/order-commands.ts')).addOrderCommands],
    ['payouts', async () => (await import('./commands/payout-commands.ts')).addPayoutCommands],
  ],
};
