import { problem } from './problem.ts';

/** The errors of transactions, charges, splits, refunds and disputes. */
export const chargeProblems = {
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
  transaction_not_found: problem(404, 'never', {
    pt: 'Transação não encontrada.',
    en: 'Transaction not found.',
    cause:
      'Não há transação com este identificador na sua conta e no ambiente da chave. Uma cobrança ' +
      'de teste não existe para a chave de produção.',
    remedy:
      'Use o `internal_id` da resposta da criação, com a chave do mesmo ambiente. Com o seu ' +
      'próprio número, procure com `GET /v1/transactions?external_id=…`.',
  }),
  dispute_not_found: problem(404, 'never', {
    pt: 'Contestação não encontrada.',
    en: 'Dispute not found.',
    cause: 'Não há contestação com este identificador na sua conta e no ambiente da chave.',
    remedy: 'Liste com `GET /v1/disputes`. O identificador é o da contestação, não o da cobrança.',
  }),
  dispute_file_not_found: problem(404, 'never', {
    pt: 'Arquivo não encontrado nesta contestação.',
    en: 'The dispute has no such file.',
    cause: 'A contestação não tem arquivo com este identificador, ou ele foi removido.',
    remedy: 'Liste com `GET /v1/disputes/:internal_id/files`.',
  }),
  charge_not_payable: problem(409, 'never', {
    pt: 'A cobrança não está pendente: já foi paga, expirou ou foi cancelada.',
    en: 'The charge is not pending: it was paid, expired or was canceled.',
    cause:
      'A cobrança já foi paga, expirou ou foi cancelada. Também acontece quando dois testes ' +
      'pagam a mesma cobrança.',
    remedy: 'Consulte a cobrança e siga conforme `status`. Para outro teste, crie outra cobrança.',
  }),
  charge_already_paid: problem(409, 'never', {
    pt: 'A cobrança já foi paga.',
    en: 'The charge is already paid.',
    cause: 'O pagamento chegou antes do cancelamento ou da alteração. O pagamento vale.',
    remedy:
      'Trate o pedido como pago; `deposit.paid` chega em instantes. Para desfazer, ' +
      '[devolva](../devolucoes.md).',
  }),
  charge_expired: problem(409, 'never', {
    pt: 'A cobrança já expirou.',
    en: 'The charge has expired.',
    cause: 'O prazo da cobrança já terminou, e não há o que cancelar.',
    remedy: 'Nada a fazer. Se o dinheiro chegar mesmo assim, a cobrança passa a `paid`.',
  }),
  refund_not_possible: problem(409, 'never', {
    pt: 'Só uma cobrança paga pode ser devolvida.',
    en: 'Only a paid charge can be refunded.',
    cause: 'A cobrança não foi paga, ou a transação é um saque.',
    remedy:
      'Confira o `status`. Uma cobrança pendente pode ser ' +
      '[cancelada](../primeira-cobranca.md#cancelar).',
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
  demo_cannot_split: problem(422, 'never', {
    pt: 'A conta de demonstração (sandbox) não pode enviar split.',
    en: 'The demo account (sandbox) can’t send a split.',
    cause: 'A conta de demonstração não divide cobranças.',
    remedy: 'Use a chave de teste da sua conta. `POST /v1/splits/preview` calcula sem criar nada.',
  }),
  invalid_split: problem(422, 'after_change', {
    pt: 'O campo split deve ser uma lista de objetos com username e percentage ou amount.',
    en: 'The field split must be a list of objects with username and percentage or amount.',
    cause:
      '`split` não é uma lista, ou uma entrada não tem `username` e exatamente um de ' +
      '`percentage` e `amount`.',
    remedy: 'Veja o formato em [Splits](../splits.md). Uma lista vazia é o mesmo que nenhum split.',
  }),
  too_many_splits: problem(422, 'after_change', {
    pt: 'Uma cobrança aceita no máximo 20 splits.',
    en: 'A charge accepts at most 20 splits.',
    cause: 'A lista tem mais de 20 entradas.',
    remedy: 'Junte partes, ou pague os demais por transferência ou saque depois do recebimento.',
  }),
  invalid_percentage: problem(422, 'after_change', {
    pt: 'O percentual de um split deve ir de 0,01 a 90, com no máximo duas casas decimais.',
    en: 'The percentage of a split must be from 0.01 to 90, with at most two decimals.',
    cause:
      'Um percentual é menor do que 0,01, maior do que 90, tem mais de duas casas ou veio como ' +
      'texto.',
    remedy: 'Envie um número JSON: `10`, `5.55`.',
  }),
  duplicate_username: problem(422, 'after_change', {
    pt: 'O mesmo username aparece mais de uma vez no split.',
    en: 'The same username appears more than once in the split.',
    cause: 'O mesmo lojista aparece duas vezes.',
    remedy: 'Some as partes dele em uma entrada.',
  }),
  self_split: problem(422, 'after_change', {
    pt: 'O split não pode incluir a própria conta.',
    en: 'The split can’t include the own account.',
    cause: 'A lista traz a sua própria conta.',
    remedy: 'Tire a sua entrada: o que resta depois da tarifa e das partes já fica com você.',
  }),
  sum_exceeds_90: problem(422, 'after_change', {
    pt: (facts) =>
      `A soma dos percentuais do split é ${facts.sumPercentage ?? ''}% e não pode passar de 90%.`,
    en: (facts) =>
      `The percentages of the split sum to ${facts.sumPercentage?.replace(',', '.') ?? ''}% and ` +
      'can’t exceed 90%.',
    example: { sumPercentage: '90,01' },
    cause: 'Os percentuais somam mais de 90. A mensagem diz a soma.',
    remedy: 'Diminua os percentuais. Partes fixas (`amount`) não entram na soma.',
  }),
  username_not_found: problem(422, 'after_change', {
    pt: 'Um dos usernames do split não está disponível para receber.',
    en: 'One of the usernames of the split can’t receive.',
    cause:
      'Um dos usernames não existe, não está ativo ou é a conta de demonstração. Por privacidade ' +
      'a resposta não diz qual.',
    remedy: 'Peça o username a quem vai receber: está no painel, ao lado do nome.',
  }),
  split_exceeds_net: problem(422, 'after_change', {
    pt: 'A tarifa e os splits somam mais do que o valor da cobrança.',
    en: 'The fee and the splits are more than the amount of the charge.',
    cause: 'A tarifa e as partes passam do valor da cobrança.',
    remedy:
      'Diminua as partes ou aumente o valor. `POST /v1/splits/preview` mostra a conta inteira.',
  }),
  amount_too_small: problem(422, 'after_change', {
    pt: 'O valor da cobrança deve ser maior do que a tarifa do serviço.',
    en: 'The amount of the charge must be more than the fee.',
    cause: 'O valor não passa da tarifa: não sobraria nada para você.',
    remedy: 'Confira se o valor está em centavos: `9990` é R$ 99,90.',
  }),
  balance_limit_reached: problem(422, 'never', {
    pt: 'A operação faria o saldo de uma conta passar do limite de R$ 90 trilhões.',
    en: 'The operation would take a balance above the limit of R$90 trillion.',
    cause: 'Uma conta passaria do maior saldo que o gateway guarda.',
    remedy: 'Confira o valor: quase sempre há zeros a mais.',
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
  dispute_exceeds_payment: problem(422, 'after_change', {
    pt: 'O valor é maior do que o pagamento ainda tem a contestar.',
    en: 'The amount is more than what the payment still has to contest.',
    cause: 'O valor é maior do que o pagamento ainda tem a contestar.',
    remedy: 'Sem `amount`, a contestação de teste é de tudo o que resta.',
  }),
  dispute_file_invalid: problem(422, 'after_change', {
    pt: 'O arquivo não é um PDF, PNG ou JPEG, ou está corrompido.',
    en: 'The file is not a PDF, PNG or JPEG, or it is damaged.',
    cause: 'O conteúdo não é PDF, PNG ou JPEG, ainda que o nome diga, ou o base64 está errado.',
    remedy: 'Exporte o arquivo em um desses formatos e envie o conteúdo em base64, sem prefixo.',
  }),
  dispute_file_too_large: problem(413, 'after_change', {
    pt: 'O arquivo tem mais de 10 MB. Envie um arquivo menor.',
    en: 'The file has more than 10 MB. Send a smaller file.',
    cause: 'O arquivo tem mais de 10 MB.',
    remedy: 'Diminua a foto ou gere um PDF menor.',
  }),
  too_many_dispute_files: problem(422, 'never', {
    pt: 'Uma contestação aceita no máximo 10 arquivos.',
    en: 'A dispute accepts at most 10 files.',
    cause: 'A contestação já tem 10 arquivos.',
    remedy: 'Junte páginas em um só PDF, ou remova um arquivo.',
  }),
  dispute_files_full: problem(422, 'never', {
    pt: 'Os arquivos das contestações chegaram a 1 GB, o máximo. Remova algum ou envie um menor.',
    en: 'The files of your disputes reached 1 GB, the maximum. Remove one or send a smaller one.',
    cause:
      'Os arquivos de todas as contestações da conta, no ambiente, chegaram a 1 GB ou a 5.000.',
    remedy: 'Remova arquivos de contestações abertas ou fale com a plataforma.',
  }),
  dispute_defense_too_late: problem(422, 'never', {
    pt: 'O prazo para defender esta contestação terminou.',
    en: 'The time to defend this dispute is over.',
    cause: 'O prazo de `defense_due_at` terminou.',
    remedy: 'Aguarde a decisão do banco. O webhook `dispute.opened` avisa na hora: assine-o.',
  }),
};
