export const texts = {
  title: 'Contestações',
  titleOf: (amount: string) => `Contestação · ${amount}`,
  description:
    'Pagamentos que o banco do pagador contestou (MED). O valor fica bloqueado até a decisão.',
  operatorDescription: 'Pagamentos de todos os lojistas que o banco do pagador contestou (MED).',
  caption: 'Contestações, mais novas primeiro',
  empty: 'Nenhuma contestação',
  operatorEmptyHint: 'Quando um banco contestar um pagamento, a contestação aparece aqui.',
  emptyHint: 'Se um pagamento for contestado, você será avisado por e-mail e verá aqui.',
  filter: 'Situação',
  all: 'Todas',
  backToList: 'Contestações',
  merchant: 'Lojista',
  openedAt: 'Aberta em',
  closedAt: 'Encerrada em',
  reason: 'Motivo',
  reasons: {
    fraud: 'Fraude',
    operational_failure: 'Falha operacional',
    automatic_pix: 'Pix Automático',
  },
  status: 'Situação',
  statuses: {
    open: 'Aberta',
    in_defense: 'Em defesa',
    accepted: 'Aceita',
    rejected: 'Rejeitada',
    canceled: 'Cancelada',
  },
  amount: 'Valor contestado',
  blocked: 'Bloqueado',
  returned: 'Devolvido ao pagador',
  due: 'Prazo da defesa',
  daysLeft: (days: number) =>
    days === 0 ? 'Termina hoje' : days === 1 ? 'Falta 1 dia' : `Faltam ${days} dias`,
  dueEnded: 'Prazo encerrado',
  seeTransaction: 'Ver a transação',
  payer: 'Pagador',
  order: 'Pedido',
  orderDescription: 'Descrição',
  transaction: 'Transação',
  endToEndId: 'EndToEndId',
  bankId: 'Identificador no banco',
  details: 'Detalhes',

  defense: 'Defesa',
  defenseHint:
    'Explique por que o pagamento é legítimo: o que foi vendido, quando foi entregue e como o comprador foi identificado. O banco lê este texto.',
  defenseText: 'Texto da defesa',
  defenseLength: (length: number) => `${length} de 1000 caracteres`,
  useTemplate: 'Começar com um modelo',
  templateIntro: (amount: string, payer: string, paidAt: string | null) =>
    paidAt === null
      ? `Recebemos ${amount} de ${payer}.`
      : `Recebemos ${amount} de ${payer} em ${paidAt}.`,
  templateOrder: (order: string) => `Pedido: ${order}.`,
  templateDescription: (description: string) => `O que foi vendido: ${description}.`,
  templateId: (id: string, contested: string) =>
    `EndToEndId: ${id}. Valor contestado: ${contested}.`,
  templateProofs: {
    fraud: [
      'Como o comprador foi identificado: ',
      'Entrega (data, transportadora e código de rastreio): ',
      'Conversas com o comprador: ',
    ],
    operational_failure: [
      'Por que o valor e o destino estão certos: ',
      'Entrega (data, transportadora e código de rastreio): ',
    ],
    automatic_pix: [
      'Quando e como o pagador autorizou o Pix Automático: ',
      'Serviço prestado no período cobrado: ',
    ],
  },
  receipt: 'Comprovante',
  sendDefense: 'Enviar defesa',
  defenseSent: 'Defesa registrada.',
  defenseStatus: {
    waiting: 'Aguardando o envio ao banco',
    sent: 'Enviada',
    failed: 'Recusada pelo banco',
  },
  writtenAt: 'Escrita em',
  noDefense: 'Nenhuma defesa foi enviada.',

  newDispute: 'Abrir contestação',
  newHint:
    'Use quando o banco avisar por outro meio. O valor é bloqueado no saldo do lojista e dos recebedores do split.',
  paymentId: 'EndToEndId do pagamento',
  allLeft: 'Deixe zerado para contestar tudo o que resta do pagamento.',
  note: 'Motivo da operação',
  noteHint: 'Fica registrado na auditoria.',
  noteMissing: 'Informe o motivo.',
  paymentMissing: 'Informe o EndToEndId.',
  opened: 'Contestação aberta.',

  close: 'Encerrar contestação',
  closeHint:
    'Informe o que o banco decidiu. Aceita: o valor volta ao pagador. Rejeitada ou cancelada: o valor bloqueado é liberado.',
  outcome: 'Decisão do banco',
  acceptedAmount: 'Valor aceito',
  allContested: 'Deixe zerado para aceitar todo o valor contestado.',
  returnId: 'Identificador da devolução no banco (rtrId)',
  returnHint:
    'Se o banco já devolveu, informe para registrar agora. Sem ele, o valor fica bloqueado até a devolução aparecer no banco.',
  closed: 'Contestação encerrada.',
};
