export const texts = {
  title: 'Retidos',
  description:
    'Saques e devoluções de contas suspensas que ainda não saíram. Seguem sozinhos quando a conta é reativada.',
  caption: 'Saques e devoluções retidos, os mais antigos primeiro',
  empty: 'Nada retido',
  emptyHint: 'Nenhuma conta suspensa tem dinheiro esperando para sair.',
  createdAt: 'Pedido em',
  kind: 'O quê',
  kinds: { payout: 'Saque', refund: 'Devolução' },
  merchant: 'Lojista',
  amount: 'Valor',
  decide: 'O que fazer',

  release: 'Deixar sair',
  releaseTitle: 'Deixar sair?',
  releaseQuestion: (amount: string) =>
    `Os ${amount} são enviados ao banco, embora a conta esteja suspensa. Isto não pode ser desfeito.`,
  released: 'Liberado: segue para o banco.',
  cancel: 'Cancelar',
  cancelTitle: 'Cancelar?',
  cancelQuestion: (amount: string) =>
    `Os ${amount} e a tarifa voltam ao saldo disponível do lojista. Isto não pode ser desfeito.`,
  cancelled: 'Cancelado: o valor voltou ao saldo.',

  lateTitle: 'Pagos depois de falhar',
  lateDescription:
    'O banco fez o que aqui já tinha falhado. O valor já saiu do livro-razão: do saldo do lojista e, no que faltou, da conta do operador.',
  lateCaption: 'Pagos depois de falhar, os mais antigos primeiro',
  lateEmpty: 'Nada a conferir',
  lateEmptyHint: 'O banco não fez nada que aqui tivesse falhado.',
  foundAt: 'Descoberto em',
  uncovered: 'Pago pela plataforma',
  markSeen: 'Marcar como visto',
  seen: 'Marcado como visto.',
};
