export const texts = {
  title: 'Recebimentos a identificar',
  description:
    'Pix recebidos pelo banco que não correspondem a nenhuma cobrança. O valor fica na conta transitória até você decidir.',
  caption: 'Recebimentos a identificar',
  empty: 'Nenhum recebimento a identificar',
  emptyHint: 'Todos os Pix recebidos correspondem a uma cobrança.',
  receivedAt: 'Recebido em',
  amount: 'Valor',
  reason: 'Motivo',
  endToEndId: 'EndToEndId',
  decide: 'Ações',
  reasons: {
    unknown_charge: 'Não há cobrança com este identificador',
    amount_differs: 'O valor é diferente do valor da cobrança',
    amount_unconfirmed: 'O valor é diferente, e o banco não informou se a cobrança foi paga',
    already_paid: 'A cobrança já estava paga',
    another_key: 'Foi enviado para outra chave Pix',
  },
  charge: (id: string) => `Cobrança ${id}`,
  txid: (txid: string) => `txid ${txid}`,

  assign: 'Atribuir a um lojista',
  assignHint: 'O valor integral, sem tarifa, é creditado no saldo disponível do lojista.',
  username: 'Usuário do lojista',
  review: 'Revisar',
  reviewTitle: 'Confira antes de atribuir',
  reviewHint: 'Confira o lojista. Uma atribuição errada pode ser desfeita uma vez.',
  merchant: 'Lojista',
  assigned: 'Recebimento atribuído.',

  markReturned: 'Marcar como devolvido',
  returnTitle: 'Marcar como devolvido?',
  returnQuestion: (amount: string) =>
    `Marque somente depois de devolver ${amount} pelo banco: o valor é baixado no livro-razão. Esta ação não pode ser desfeita.`,
  returned: 'Recebimento marcado como devolvido.',

  assignedTitle: 'Atribuídos a lojistas',
  assignedHint:
    'Uma atribuição errada pode ser desfeita: o valor volta a ser um recebimento a identificar.',
  assignedEmpty: 'Nenhum recebimento atribuído',
  assignedEmptyHint: 'Os recebimentos que você atribuir a um lojista aparecem aqui.',
  assignedAt: 'Atribuído em',
  unassign: 'Desfazer',
  unassignTitle: 'Desfazer a atribuição?',
  unassignHint: (username: string) =>
    `O valor sai do saldo de @${username}; o que já foi gasto vira dívida. O recebimento volta a ficar a identificar.`,
  unassigned: 'Atribuição desfeita.',

  unreadableTitle: 'Recebimentos ilegíveis',
  unreadableHint:
    'O banco informou estes Pix em um formato que esta versão não reconhece, e o valor não foi registrado. Consulte cada um no banco.',
  firstSeenAt: 'Visto em',
  item: 'EndToEndId ou resumo (hash)',
  resolve: 'Marcar como resolvido',
  resolveTitle: 'Marcar como resolvido?',
  resolveQuestion:
    'Marque somente depois de verificar o Pix no banco: ele sai desta lista e do alerta.',
  resolved: 'Recebimento marcado como resolvido.',
};
