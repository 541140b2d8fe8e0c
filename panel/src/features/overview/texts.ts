export const texts = {
  title: 'Início',
  period: 'Período',
  periods: { 7: '7 dias', 30: '30 dias', 90: '90 dias' },
  available: 'Saldo disponível',
  reserved: (amount: string) => `${amount} em saques a caminho`,
  nothingReserved: 'Nenhum saque a caminho',
  volume: 'Recebido no período',
  payments: (count: number, shown: string) => (count === 1 ? '1 pagamento' : `${shown} pagamentos`),
  paidShare: 'Cobranças pagas',
  paidShareHint: (paid: string, created: string) => `${paid} de ${created} criadas no período`,
  noCharges: 'Nenhuma cobrança criada no período',
  chartTitle: 'Recebido por dia',
  chartSummary: (amount: string, days: number) => `${amount} nos últimos ${days} dias`,
  latest: 'Últimas transações',
  latestCaption: 'As últimas transações, as mais novas primeiro',
  allTransactions: 'Ver todas',
  attention: 'Precisa de atenção',
  failedDeliveries: (count: number, shown: string) =>
    count === 1
      ? '1 aviso de webhook não foi entregue nas últimas 24 horas'
      : `${shown} avisos de webhook não foram entregues nas últimas 24 horas`,
  retryingDeliveries: (count: number, shown: string) =>
    count === 1
      ? '1 aviso de webhook falhou e será tentado de novo'
      : `${shown} avisos de webhook falharam e serão tentados de novo`,
  seeWebhooks: 'Ver webhooks',
  failedPayouts: (count: number, shown: string) =>
    count === 1
      ? '1 saque falhou nos últimos 7 dias; o valor voltou ao saldo'
      : `${shown} saques falharam nos últimos 7 dias; os valores voltaram ao saldo`,
  seePayouts: 'Ver saques',
  firstSteps: 'Primeiros passos',
  firstStepsHint: 'Em poucos minutos você recebe o primeiro Pix, ainda de teste.',
  notApproved: 'Nada por aqui ainda',
  notApprovedHint:
    'Com o cadastro aprovado, você cria chaves de teste e de produção e recebe o primeiro Pix.',
  steps: {
    charge: 'Crie uma cobrança',
    chargeHint: 'À mão, por aqui; no modo de teste você mesmo a paga com um clique.',
    keys: 'Crie uma chave de API',
    keysHint: 'Para o seu sistema criar cobranças sozinho.',
    webhook: 'Cadastre um webhook',
    webhookHint: 'Avisamos o seu sistema assim que um Pix chegar.',
  },
};
