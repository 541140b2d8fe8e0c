export const texts = {
  description:
    'Saques e devoluções de contas suspensas, ainda não enviados ao banco. São enviados automaticamente quando a conta é reativada.',
  caption: 'Saques e devoluções retidos, mais antigos primeiro',
  empty: 'Nenhum valor retido',
  emptyHint: 'Nenhuma conta suspensa tem saques ou devoluções pendentes.',
  createdAt: 'Solicitado em',
  kind: 'Tipo',
  kinds: { payout: 'Saque', refund: 'Devolução' },
  merchant: 'Lojista',
  amount: 'Valor',
  decide: 'Ações',

  release: 'Liberar',
  releaseTitle: 'Liberar o envio?',
  releaseQuestion: (amount: string) =>
    `O valor de ${amount} será enviado ao banco, mesmo com a conta suspensa. Esta ação não pode ser desfeita.`,
  released: 'Liberado para envio ao banco.',
  cancel: 'Cancelar',
  cancelTitle: 'Cancelar o envio?',
  cancelQuestion: (amount: string) =>
    `O valor de ${amount} e a tarifa voltam ao saldo disponível do lojista. Esta ação não pode ser desfeita.`,
  cancelled: 'Cancelado: o valor voltou ao saldo.',

  lateTitle: 'Pagos depois da falha',
  lateDescription:
    'Operações que falharam aqui, mas foram concluídas pelo banco. O valor já foi debitado no livro-razão: do saldo do lojista; o que faltou virou dívida dele.',
  lateCaption: 'Pagos depois da falha, mais antigos primeiro',
  lateEmpty: 'Nenhum pagamento a verificar',
  lateEmptyHint: 'O banco não concluiu nenhuma operação que tenha falhado aqui.',
  foundAt: 'Identificado em',
  debt: 'Em dívida',
  markSeen: 'Marcar como visto',
  seen: 'Marcado como visto.',
};
