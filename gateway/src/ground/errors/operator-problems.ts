import { problem } from './problem.ts';

/** The errors that only operators of the platform meet, in the panel or in commands. */
export const operatorProblems = {
  incoming_payment_not_found: problem(404, 'never', {
    pt: 'Não há um recebimento a identificar com este EndToEndId.',
    en: 'There is no unmatched incoming payment with this EndToEndId.',
    cause: 'O recebimento já foi identificado, ou o EndToEndId está errado.',
    remedy: 'Liste os que esperam em **Recebimentos**, ou com `incoming-payment list`.',
  }),
  incoming_payment_names_no_charge: problem(409, 'never', {
    pt: 'Este recebimento não informa uma cobrança: credite-o a um lojista ou devolva-o.',
    en: 'This incoming payment names no charge: assign it to a merchant or return it.',
    cause: 'O Pix não tem o txid de uma cobrança deste gateway.',
    remedy: 'Atribua o recebimento a um lojista, ou devolva-o pelo banco.',
  }),
  incoming_payment_partly_returned: problem(409, 'never', {
    pt: 'Uma devolução deste recebimento foi vista no banco: o Pix, ou parte, voltou ao pagador.',
    en: 'The bank shows a refund of this incoming payment: all or a part went back to its payer.',
    cause:
      'O banco devolveu o Pix ou uma parte: por contestação (MED), ou a pedido no próprio banco.',
    remedy:
      'Confira a devolução no banco. Se o Pix inteiro voltou, registre-a em **Recebimentos**. O ' +
      'resto de um Pix cuja contestação já foi lançada pode ser creditado a um lojista.',
  }),
  charge_amount_changed: problem(409, 'after_change', {
    pt: 'A cobrança já não pede o valor que foi conferido.',
    en: 'The charge no longer asks for the amount that was reviewed.',
    cause: 'A cobrança foi alterada depois da conferência.',
    remedy: 'Recarregue a página, confira os valores e decida de novo.',
  }),
  held_order_not_found: problem(404, 'never', {
    pt: 'Não há um saque ou devolução retido com este identificador.',
    en: 'There is no held payout or refund with this id.',
    cause: 'A operação já terminou ou não está retida.',
    remedy: 'Liste em **Retidos**, ou com `held list`.',
  }),
  work_not_set_aside: problem(404, 'never', {
    pt: 'Este trabalho não está separado por falha, ou já foi descartado.',
    en: 'This work is not set aside after failures, or it was dropped already.',
    cause: 'O trabalho já foi feito, ou outra pessoa já o descartou.',
    remedy: 'Recarregue a página **Saúde**.',
  }),
  work_not_droppable: problem(409, 'never', {
    pt: 'Este pedido ao banco não pode ser descartado: não se sabe o que o banco fez.',
    en: 'This request to the bank can’t be dropped: what the bank did is not known.',
    cause: 'O registro, a alteração ou o cancelamento de uma cobrança espera a resposta do banco.',
    remedy: 'Use **Tentar agora** depois de corrigir o erro mostrado em **Saúde**.',
  }),
  incident_not_found: problem(404, 'never', {
    pt: 'Não há incidente com este identificador.',
    en: 'There is no incident with this id.',
    cause: 'O identificador do incidente está errado.',
    remedy: 'Abra o incidente pela lista em **Incidentes**.',
  }),
  incident_resolved: problem(409, 'never', {
    pt: 'Este incidente já foi encerrado. Se o problema voltou, abra outro.',
    en: 'This incident is resolved already. If the problem is back, open another one.',
    cause: 'Outra pessoa já encerrou o incidente.',
    remedy: 'Se o problema voltou, abra outro incidente.',
  }),
  note_not_found: problem(404, 'never', {
    pt: 'Anotação não encontrada.',
    en: 'Note not found.',
    cause: 'Outra pessoa já apagou a anotação.',
    remedy: 'Recarregue a página.',
  }),
  view_is_read_only: problem(403, 'never', {
    pt: 'Você vê a conta do lojista sem poder alterar nada.',
    en: 'You see the merchant’s account and can change nothing in it.',
    cause: 'Um operador que vê a conta de um lojista não altera nada nela.',
    remedy: 'Faça a alteração na página do lojista, no painel do operador.',
  }),
  view_ended: problem(403, 'never', {
    pt: 'Você já não vê esta conta: abra-a de novo na página do lojista.',
    en: 'You no longer see this account: open it again on the merchant’s page.',
    cause: 'A visita de 30 minutos terminou, ou outra aba abriu a conta de outro lojista.',
    remedy: 'Abra a conta de novo na página do lojista.',
  }),
  late_payment_not_found: problem(404, 'never', {
    pt: 'Não há um pagamento depois da falha a verificar com este identificador.',
    en: 'There is no payment after a failure to check with this id.',
    cause: 'O pagamento depois da falha já foi verificado.',
    remedy: 'Liste em **Retidos** os que restam.',
  }),
  failed_refund_not_found: problem(404, 'never', {
    pt: 'Não há uma devolução que falhou no banco a verificar com este identificador.',
    en: 'There is no refund that failed at the bank to check with this id.',
    cause: 'A devolução que falhou no banco já foi verificada.',
    remedy: 'Liste em **Conciliação** as que restam.',
  }),
  assignment_not_found: problem(404, 'never', {
    pt: 'Este recebimento não está identificado, ou a identificação já foi desfeita.',
    en: 'This incoming payment is not assigned, or the assignment was undone.',
    cause: 'O recebimento não está identificado, ou a identificação já foi desfeita.',
    remedy: 'Confira o recebimento em **Recebimentos**.',
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
  proposal_not_found: problem(404, 'never', {
    pt: 'Proposta não encontrada.',
    en: 'Proposal not found.',
    cause: 'Não há proposta com este identificador.',
    remedy: 'Abra **Propostas**.',
  }),
  proposal_waiting: problem(409, 'never', {
    pt: 'Já existe uma proposta aguardando decisão sobre esta operação.',
    en: 'A proposal about this operation already waits for a decision.',
    cause: 'Já há uma proposta sobre a mesma operação.',
    remedy: 'Decida a que existe antes de propor outra.',
  }),
  proposal_expired: problem(409, 'never', {
    pt: 'Esta proposta expirou: ela vale por 7 dias. Proponha novamente.',
    en: 'This proposal expired: it is valid for 7 days. Propose again.',
    cause: 'Uma proposta vale por 7 dias.',
    remedy: 'Proponha novamente.',
  }),
  proposal_decided: problem(409, 'never', {
    pt: 'Esta proposta já foi aprovada ou rejeitada.',
    en: 'This proposal was already approved or rejected.',
    cause: 'A proposta já foi aprovada ou rejeitada.',
    remedy: 'Veja o resultado dela.',
  }),
  reconciliation_not_found: problem(404, 'never', {
    pt: 'Este dia ainda não foi conciliado.',
    en: 'This day is not reconciled yet.',
    cause: 'O dia ainda não foi conciliado.',
    remedy: 'Espere a conciliação do dia, ou rode `reconcile --day`.',
  }),
  provider_not_configured: problem(409, 'never', {
    pt: 'Nenhum banco está configurado neste gateway (PROVIDER).',
    en: 'No bank is configured in this gateway (PROVIDER).',
    cause: 'O gateway não tem banco.',
    remedy: 'Defina `PROVIDER` e as variáveis do banco, e reinicie.',
  }),
  request_not_found: problem(404, 'never', {
    pt: 'Requisição não encontrada.',
    en: 'Request not found.',
    cause: 'A requisição tem mais de 7 dias ou não foi registrada.',
    remedy: 'Procure outra requisição em Requisições.',
  }),
  mail_not_found: problem(404, 'never', {
    pt: 'Mensagem não encontrada.',
    en: 'Message not found.',
    cause: 'A mensagem já foi apagada.',
    remedy: 'Peça ao usuário que solicite outra.',
  }),
  user_not_found: problem(404, 'after_change', {
    pt: 'Usuário do painel não encontrado.',
    en: 'User of the panel not found.',
    cause: 'Não há usuário com este e-mail.',
    remedy: 'Confira o e-mail.',
  }),
  status_change_refused: problem(409, 'never', {
    pt: 'A situação atual do lojista não permite esta alteração.',
    en: 'The current status of the merchant does not allow this change.',
    cause: 'A situação atual do lojista não permite a mudança.',
    remedy: 'Veja a situação na página do lojista.',
  }),
  fee_invalid: problem(422, 'after_change', {
    pt: 'A tarifa deve ser de 0 a 10000 pontos-base e um valor fixo em centavos.',
    en: 'The fee must be 0 to 10000 basis points and a fixed amount in centavos.',
    cause: 'A tarifa está fora dos limites.',
    remedy: 'Informe de 0 a 10000 pontos-base e um valor fixo em centavos.',
  }),
  settlement_invalid: problem(422, 'after_change', {
    pt: 'Os prazos vão de 0 a 365 dias, e a reserva, de 0 a 10000 pontos-base, com dias.',
    en: 'The terms are 0 to 365 days, and the reserve 0 to 10000 basis points, with days.',
    cause: 'O prazo ou a reserva está fora dos limites.',
    remedy: 'Prazos vão de 0 a 365 dias; a reserva, de 0 a 10000 pontos-base, com dias.',
  }),
  rate_limit_invalid: problem(422, 'after_change', {
    pt: 'O limite deve ser um inteiro de 1 a 1000000 requisições por minuto.',
    en: 'The limit must be an integer from 1 to 1000000 requests per minute.',
    cause: 'O limite não é um inteiro de 1 a 1000000.',
    remedy: 'Informe requisições por minuto.',
  }),
  day_invalid: problem(422, 'after_change', {
    pt: 'Informe um dia que já começou, como 2026-11-20.',
    en: 'Enter a day that has begun, like 2026-11-20.',
    cause: 'O dia não existe ou ainda não começou.',
    remedy: 'Informe como `2026-11-20`.',
  }),
  key_in_use: problem(409, 'never', {
    pt: 'A chave antiga ainda criptografa valores: execute antes encryption rotate.',
    en: 'The old key still encrypts values: run encryption rotate first.',
    cause: 'Valores ainda estão criptografados com a chave antiga.',
    remedy: 'Execute `encryption rotate` até o fim antes de remover a chave.',
  }),
  key_not_in_file: problem(409, 'never', {
    pt: 'A chave vem de ENCRYPTION_KEY: remova a antiga de ENCRYPTION_KEY_PREVIOUS.',
    en: 'The key comes from ENCRYPTION_KEY: remove the old one from ENCRYPTION_KEY_PREVIOUS.',
    cause: 'A chave vem do ambiente, não do arquivo.',
    remedy: 'Remova a antiga de `ENCRYPTION_KEY_PREVIOUS`.',
  }),
  verification_running: problem(409, 'wait', {
    pt: 'Uma verificação do livro-razão já está em andamento.',
    en: 'A verification of the ledger is already running.',
    cause: 'Outra verificação do livro-razão está em andamento.',
    remedy: 'Espere que ela termine.',
  }),
  cluster_required: problem(409, 'never', {
    pt: 'O banco não é um cluster Citus: todos os buckets estão no mesmo PostgreSQL.',
    en: 'The database is not a Citus cluster: all buckets are in the same PostgreSQL.',
    cause: 'Sem um cluster Citus todos os buckets estão no mesmo servidor.',
    remedy: 'Só mova buckets em um cluster.',
  }),
  bucket_move_refused: problem(409, 'after_change', {
    pt: (facts) => `O cluster recusou mover o bucket: ${facts.reason ?? 'sem motivo informado'}`,
    en: (facts) => `The cluster refused to move the bucket: ${facts.reason ?? 'no reason'}`,
    example: { reason: '…' },
    cause: 'O cluster recusou mover o bucket; a mensagem traz o motivo.',
    remedy: 'Confira os nós do cluster e repita.',
  }),
};
