export const texts = {
  newCharge: 'Nova cobrança',
  receivedToday: 'Recebido hoje',
  weekBefore: (amount: string) => `há uma semana, ${amount} no dia`,
  withdraw: 'Sacar',
  available: 'Saldo disponível',
  reserved: (amount: string) => `${amount} em saques e devoluções em andamento`,
  nothingReserved: 'Nenhum saque ou devolução em andamento',
  blocked: 'Saldo bloqueado',
  blockedHint: 'Retido por contestações ou pelo operador; não pode ser sacado',
  pendingSettlement: 'A liquidar',
  pendingSettlementHint: 'Já recebido; entra no saldo disponível no dia da liquidação',
  settlementTerms: 'Prazo de liquidação',
  nextSettlements: 'Próximas liquidações',
  debt: 'Dívida com a plataforma',
  debtHint: 'Os próximos recebimentos a abatem primeiro',
  averageTicket: 'Ticket médio',
  averageTicketHint: 'Por pagamento recebido',
  noPayments: 'Nenhum pagamento no período',
  refunds: 'Devoluções',
  refundsHint: (count: number, shown: string) =>
    count === 1 ? '1 devolução concluída' : `${shown} devoluções concluídas`,
  before: (value: string) => `antes ${value}`,
  same: 'Igual ao período anterior',
  points: (points: string) => `${points} p.p.`,
  compared: (from: string, to: string) => `Comparado com ${from} a ${to}.`,
  comparedDay: (day: string) => `Comparado com ${day}.`,
  openDay: 'Hoje ainda não terminou.',
  noComparison: (day: string) =>
    `Sem comparação: sua primeira cobrança é de ${day}, depois do início do período anterior.`,
  volume: 'Recebido no período (bruto)',
  payments: (count: number, shown: string) =>
    `${count === 1 ? '1 pagamento' : `${shown} pagamentos`}, antes de tarifas, splits e devoluções`,
  received: 'Você recebeu no período',
  receivedHint: (gross: string, count: number, shown: string) =>
    'Lançado no extrato no período, já sem tarifas, splits e devoluções. Pago no período: ' +
    `${gross} brutos (${count === 1 ? '1 pagamento' : `${shown} pagamentos`})`,
  seeEntries: 'Ver no extrato',
  paidShare: 'Cobranças pagas',
  paidShareHint: (paid: string, created: string) => `${paid} de ${created} criadas no período`,
  noCharges: 'Nenhuma cobrança criada no período',
  chartFile: (from: string, to: string) => `recebido-${from}-a-${to}`,
  chartColumns: ['Dia', 'Recebido', 'Pagamentos', 'Cobranças criadas'],
  chartTitle: 'Recebido por dia',
  chartTitleOfWeeks: 'Recebido por semana',
  week: (day: string) => `Semana de ${day}`,
  chartSummary: (amount: string, from: string, to: string) => `${amount} de ${from} a ${to}`,
  latest: 'Últimas transações',
  latestCaption: 'Últimas transações, mais recentes primeiro',
  allTransactions: 'Ver todas',
  attention: 'Precisa de atenção',
  disputesToDefend: (count: number, shown: string) =>
    count === 1
      ? '1 contestação aguarda a sua defesa'
      : `${shown} contestações aguardam a sua defesa`,
  seeDisputes: 'Ver contestações',
  failedDeliveries: (count: number, shown: string) =>
    count === 1
      ? '1 entrega de webhook falhou nas últimas 24 horas'
      : `${shown} entregas de webhook falharam nas últimas 24 horas`,
  retryingDeliveries: (count: number, shown: string) =>
    count === 1
      ? '1 entrega de webhook aguarda nova tentativa'
      : `${shown} entregas de webhook aguardam nova tentativa`,
  seeWebhooks: 'Ver webhooks',
  overdueCharges: (count: number, shown: string) =>
    count === 1
      ? '1 cobrança venceu e não foi paga'
      : `${shown} cobranças venceram e não foram pagas`,
  seeOverdue: 'Ver vencidas',
  failedPayouts: (count: number, shown: string) =>
    count === 1
      ? '1 saque falhou nos últimos 7 dias; o valor voltou ao saldo'
      : `${shown} saques falharam nos últimos 7 dias; os valores voltaram ao saldo`,
  seePayouts: 'Ver saques',
  firstSteps: 'Primeiros passos',
  firstStepsHints: {
    test: 'Em poucos minutos você recebe seu primeiro Pix de teste.',
    live: 'Em poucos minutos você recebe seu primeiro Pix.',
  },
  notApproved: 'Nenhuma transação ainda',
  notApprovedHint:
    'Com o cadastro aprovado, você cria chaves de teste e de produção e recebe seu primeiro Pix.',
  steps: {
    charge: 'Crie uma cobrança',
    chargeHint:
      'Manualmente, pelo painel. No ambiente de teste, você simula o pagamento com um clique.',
    keys: 'Crie uma chave de API',
    keysHint: 'Para o seu sistema criar cobranças automaticamente.',
    webhook: 'Cadastre um webhook',
    webhookHint: 'Seu sistema é notificado assim que um Pix é recebido.',
  },
};
