export const texts = {
  title: 'Recebimentos a identificar',
  description:
    'Pix recebidos pelo banco que não correspondem a nenhuma cobrança. O valor fica na conta transitória até você decidir.',
  caption: 'Recebimentos a identificar',
  empty: 'Nenhum recebimento a identificar',
  emptyHint: 'Todos os Pix recebidos correspondem a uma cobrança.',
  receivedAt: 'Recebido em',
  amount: 'Valor',
  detailTitle: (amount: string) => `Recebimento de ${amount}`,
  reason: 'Motivo',
  endToEndId: 'EndToEndId',
  decide: 'Ações',
  reasons: {
    unknown_charge: 'Cobrança não encontrada',
    amount_differs: 'Valor diferente do pedido',
    amount_unconfirmed: 'O valor é diferente, e o banco não informou se a cobrança foi paga',
    already_paid: 'A cobrança já estava paga',
    another_key: 'Enviado a outra chave Pix',
  },
  charge: (id: string) => `Cobrança ${id}`,
  txid: (txid: string) => `txid ${txid}`,

  assign: 'Atribuir a um lojista',
  assignHint: 'O valor integral, sem tarifa, é creditado no saldo disponível do lojista.',
  review: 'Revisar',
  reviewTitle: 'Confira antes de atribuir',
  reviewHint: 'Confira o lojista. Uma atribuição errada pode ser desfeita uma vez.',
  merchant: 'Lojista',
  assigned: (amount: string, merchant: string) => `${amount} no saldo de ${merchant}.`,

  payCharge: 'Pagar a cobrança',
  payTitle: 'Pagar a cobrança com este Pix?',
  payHint:
    'A cobrança fica paga com o valor recebido: tarifa, splits e aviso ao lojista são os de qualquer cobrança paga. Não pode ser desfeito; depois, só uma devolução.',
  proposePayment: 'Propor o pagamento',
  proposeHint:
    'Acima do limite, outro operador precisa aprovar em Propostas. Até lá nada muda. A cobrança fica paga com o valor recebido, e isso não pode ser desfeito.',
  chargePaid: 'Cobrança paga.',
  paymentProposed: 'Pagamento proposto: outro operador precisa aprovar.',
  chargeId: 'Cobrança',
  chargeStatus: 'Situação',
  statuses: { pending: 'Pendente', expired: 'Expirada', canceled: 'Cancelada' } as Readonly<
    Record<string, string>
  >,
  expected: 'Valor pedido',
  arrived: 'Valor recebido',
  difference: 'Diferença',
  fee: 'Tarifa',
  shares: 'Splits a outros lojistas',
  net: 'O lojista recebe',

  fitting: 'Cobranças que combinam',
  nothingFits: 'Nenhuma cobrança combina com o valor e a data.',
  moreFitting: (count: number) => `Mostrar mais ${count}`,
  payShort: 'Pagar',
  payFitting: (payer: string) => `Pagar a cobrança de ${payer}`,
  createdOn: (day: string) => `criada em ${day}`,
  dueOn: (day: string) => `vence em ${day}`,
  samePayer: 'mesmo pagador',

  otherAmountsTitle: 'Pagas com outro valor',
  otherAmountsHint:
    'Cobranças que o banco deu por pagas, ou que operadores pagaram, com um valor diferente do pedido.',
  otherAmountsEmpty: 'Nenhuma cobrança paga com outro valor',
  otherAmountsEmptyHint: 'Todas foram pagas com o valor pedido.',
  decidedBy: 'Decidido por',
  byBank: 'Banco',
  byOperators: 'Operadores',

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
