export const texts = {
  title: 'Recebimentos a identificar',
  description:
    'Pix que o banco recebeu e que não servem a nenhuma cobrança. O valor fica guardado até você decidir.',
  caption: 'Recebimentos a identificar',
  empty: 'Nada a identificar',
  emptyHint: 'Todo Pix recebido encontrou a sua cobrança.',
  receivedAt: 'Recebido em',
  amount: 'Valor',
  reason: 'Por quê',
  endToEndId: 'EndToEndId',
  decide: 'O que fazer',
  reasons: {
    unknown_charge: 'Não há cobrança com este identificador',
    amount_differs: 'O valor não é o da cobrança',
    already_paid: 'A cobrança já estava paga',
    another_key: 'Foi enviado para outra chave Pix',
  },
  charge: (id: string) => `Cobrança ${id}`,
  txid: (txid: string) => `txid ${txid}`,

  assign: 'Atribuir a um lojista',
  assignHint: 'O valor inteiro, sem tarifa, entra no saldo disponível do lojista.',
  username: 'Usuário do lojista',
  review: 'Revisar',
  reviewTitle: 'Confira antes de atribuir',
  reviewHint: 'Isto não pode ser desfeito.',
  merchant: 'Lojista',
  assigned: 'Recebimento atribuído.',

  markReturned: 'Marcar como devolvido',
  returnTitle: 'Já foi devolvido?',
  returnQuestion: (amount: string) =>
    `Marque só depois de devolver os ${amount} pelo banco: o valor sai do livro-razão. Isto não pode ser desfeito.`,
  returned: 'Recebimento marcado como devolvido.',

  unreadableTitle: 'Recebimentos que não puderam ser lidos',
  unreadableHint:
    'O banco lista estes Pix de um jeito que esta versão não entende: o valor não foi registrado. Procure cada um no banco.',
  firstSeenAt: 'Visto em',
  item: 'EndToEndId ou resumo',
  resolve: 'Marcar como resolvido',
  resolveTitle: 'Já foi resolvido?',
  resolveQuestion: 'Marque só depois de conferir o Pix no banco: ele sai desta lista e do alerta.',
  resolved: 'Recebimento marcado como resolvido.',
};
