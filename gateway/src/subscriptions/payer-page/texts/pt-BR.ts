/** The Portuguese texts of the page of a subscription's payer. */
export const texts = {
  titles: {
    created: (merchant: string) => `Autorizar assinatura: ${merchant}`,
    authorized: (merchant: string) => `Assinatura autorizada: ${merchant}`,
    paused: (merchant: string) => `Assinatura pausada: ${merchant}`,
    rejected: (merchant: string) => `Assinatura recusada: ${merchant}`,
    canceled: (merchant: string) => `Assinatura cancelada: ${merchant}`,
    expired: (merchant: string) => `Assinatura encerrada: ${merchant}`,
  },
  subscriptionOf: 'Pix Automático para',
  test: 'Assinatura de teste',
  testExplained: 'Não há dinheiro de verdade, e nenhum banco reconhece este código.',
  testActs: 'Quem testa faz o papel do pagador pela API:',
  variable: 'Valor variável',
  atLeast: (amount: string, per: string) => `A partir de ${amount} ${per}.`,
  limitInApp: 'No app do banco você pode definir um valor máximo.',
  authorizeUntil: 'Autorize até',
  qrCode: 'QR code para autorizar a assinatura',
  code: 'Pix copia e cola',
  howTo: 'Como autorizar',
  readCode: 'No app do seu banco, abra a área Pix e leia o QR code, ou cole o código copiado.',
  compare: (merchant: string) =>
    `Confira se aparecem ${merchant}, o valor e as datas desta página.`,
  confirmCode: (day: string) =>
    `Confirme. Nada sai da sua conta agora: o primeiro débito é em ${day}.`,
  confirmVariable: 'Confirme. Nada sai da sua conta agora.',
  confirmWithPayment: (amount: string) =>
    `Confirme uma vez: o banco paga ${amount} agora e autoriza os próximos débitos.`,
  payOffer: (amount: string) => `Confira e pague ${amount}.`,
  acceptOffer: (merchant: string) =>
    `Depois do pagamento, aceite o Pix Automático para ${merchant} que o banco oferece.`,
  noWay: 'A loja ainda não informou como você autoriza. Esta página muda quando informar.',
  openApp: (merchant: string) =>
    `Abra o app do seu banco. Em Pix Automático há um pedido de ${merchant}.`,
  compareRequest: 'Confira se aparecem o valor e as datas desta página.',
  answerRequest: 'Autorize ou recuse. Nada sai da sua conta antes da sua autorização.',
  firstPaid: (amount: string) => `O pagamento de ${amount} foi feito.`,
  offerPaid: (merchant: string) =>
    'Falta autorizar os próximos débitos: no app do seu banco, aceite o Pix Automático para ' +
    `${merchant}.`,
  authorizationMissing: (merchant: string) =>
    `A autorização dos próximos débitos ainda não chegou. Se ela não chegar, fale com ${merchant}.`,
  waiting: 'Esta página será atualizada assim que você autorizar.',
  waitingWithoutScript: 'Esta página se atualiza a cada 10 segundos.',
  authorized: 'Assinatura autorizada',
  next: (amount: string, day: string) => `Próximo débito: ${amount} em ${day}.`,
  nextRetry: (amount: string, day: string) => `Nova tentativa: ${amount} em ${day}.`,
  noNext: 'Nenhum débito está agendado. O seu banco avisa antes de cada débito.',
  lastDone: 'Todos os débitos combinados foram agendados.',
  keepBalance: 'Tenha saldo na conta nesse dia. O banco debita sozinho.',
  failed: (amount: string, day: string) => `O débito de ${amount} de ${day} não foi feito.`,
  paused: 'Assinatura pausada',
  pausedExplained: (merchant: string) =>
    `${merchant} não faz novos débitos enquanto a assinatura está pausada.`,
  stillDebited: (amount: string, day: string) =>
    `Um débito já agendado continua: ${amount} em ${day}.`,
  rejected: 'Assinatura recusada',
  rejectedExplained: (merchant: string) =>
    `Nada será debitado. Se mudou de ideia, peça uma nova assinatura a ${merchant}.`,
  canceled: 'Assinatura cancelada',
  canceledBy: {
    merchant: (merchant: string) => `${merchant} cancelou a assinatura. Não há novos débitos.`,
    payer: () => 'A assinatura foi cancelada no seu banco. Não há novos débitos.',
    gateway: () => 'Não há novos débitos.',
  },
  expired: 'O prazo para autorizar acabou',
  expiredExplained: (merchant: string) =>
    `Não use mais este código. Peça uma nova assinatura a ${merchant}.`,
  ended: 'Assinatura encerrada',
  endedExplained: 'O período combinado acabou. Não há novos débitos.',
  terms: 'O que é autorizado',
  debits: 'Débitos',
  businessDay: 'Em dia sem banco, o débito passa ao próximo dia útil.',
  first: 'Primeiro débito',
  firstOfVariable: 'Débitos a partir de',
  firstPayment: 'Pagamento agora',
  last: 'Até',
  noEnd: 'Sem data para acabar: vale até que seja cancelada.',
  retries: 'Se faltar saldo',
  retriesIn: {
    none: 'O banco tenta outra vez à noite. Não há tentativas em outros dias.',
    three_in_seven_days:
      'O banco tenta outra vez à noite. Depois pode haver até três novas tentativas, em dias ' +
      'diferentes, nos sete dias seguintes.',
  },
  payer: 'Quem autoriza',
  payerExplained: (document: string) => `Uma conta do ${document}`,
  howToCancel: 'Como cancelar',
  cancelExplained: (merchant: string) =>
    `No app do seu banco, abra Pix Automático, escolha ${merchant} e cancele. Um débito agendado ` +
    'pode ser cancelado até o fim do dia anterior.',
  notHere: 'Nesta página não é possível cancelar.',
  notFound: 'Assinatura não encontrada',
  notFoundExplained: 'Confira o link com quem o enviou: ele pode estar incompleto.',
  away: 'Voltamos em instantes',
  awayExplained: 'Não foi possível mostrar a assinatura agora. Tente novamente em instantes.',
};

export type SubscriptionTexts = typeof texts;
