import type { Language } from '#src/ground/http/language.ts';

/** The Portuguese texts of the page of a subscription's payer. */
const pt = {
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
  nowAmount: (amount: string) => `Agora ${amount}.`,
  laterAmount: (amount: string, per: string) => `Depois ${amount} ${per}.`,
  laterVariable: 'um valor variável',
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
  endedTerms: 'Condições',
  debits: 'Débitos',
  businessDay: 'Em dia sem banco, o débito passa ao próximo dia útil.',
  first: 'Primeiro débito',
  firstOfVariable: 'Débitos a partir de',
  firstPayment: 'Pagamento agora',
  firstPaymentMade: 'Primeiro pagamento',
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

export type SubscriptionTexts = typeof pt;

/** The English texts of the page of a subscription's payer. */
const en: SubscriptionTexts = {
  titles: {
    created: (merchant) => `Authorize subscription: ${merchant}`,
    authorized: (merchant) => `Subscription authorized: ${merchant}`,
    paused: (merchant) => `Subscription paused: ${merchant}`,
    rejected: (merchant) => `Subscription declined: ${merchant}`,
    canceled: (merchant) => `Subscription canceled: ${merchant}`,
    expired: (merchant) => `Subscription ended: ${merchant}`,
  },
  subscriptionOf: 'Pix Automático to',
  test: 'Test subscription',
  testExplained: 'No real money is involved, and no bank recognizes this code.',
  testActs: 'Testers act as the payer by the API:',
  variable: 'Variable amount',
  nowAmount: (amount) => `Now ${amount}.`,
  laterAmount: (amount, per) => `Then ${amount} ${per}.`,
  laterVariable: 'a variable amount',
  atLeast: (amount, per) => `From ${amount} ${per}.`,
  limitInApp: 'In your bank’s app you can set a maximum amount.',
  authorizeUntil: 'Authorize by',
  qrCode: 'QR code to authorize the subscription',
  code: 'Pix code (copia e cola)',
  howTo: 'How to authorize',
  readCode: 'In your bank’s app, open Pix and scan the QR code, or paste the copied code.',
  compare: (merchant) => `Check that ${merchant}, the amount and the dates are those of this page.`,
  confirmCode: (day) => `Confirm. Nothing is debited now: the first debit is on ${day}.`,
  confirmVariable: 'Confirm. Nothing is debited now.',
  confirmWithPayment: (amount) =>
    `Confirm once: the bank pays ${amount} now and authorizes the next debits.`,
  payOffer: (amount) => `Check it and pay ${amount}.`,
  acceptOffer: (merchant) =>
    `After the payment, accept the Pix Automático to ${merchant} that the bank offers.`,
  noWay: 'The shop has not said yet how you authorize. This page changes when it does.',
  openApp: (merchant) =>
    `Open your bank’s app. Under Pix Automático there is a request from ${merchant}.`,
  compareRequest: 'Check that the amount and the dates are those of this page.',
  answerRequest: 'Authorize or decline. Nothing is debited before you authorize.',
  firstPaid: (amount) => `The payment of ${amount} was made.`,
  offerPaid: (merchant) =>
    'The next debits are not authorized yet: in your bank’s app, accept the Pix Automático to ' +
    `${merchant}.`,
  authorizationMissing: (merchant) =>
    'The authorization of the next debits has not arrived yet. If it does not arrive, contact ' +
    `${merchant}.`,
  waiting: 'This page updates as soon as you authorize.',
  waitingWithoutScript: 'This page refreshes every 10 seconds.',
  authorized: 'Subscription authorized',
  next: (amount, day) => `Next debit: ${amount} on ${day}.`,
  nextRetry: (amount, day) => `Next attempt: ${amount} on ${day}.`,
  noNext: 'No debit is scheduled. Your bank tells you before each debit.',
  lastDone: 'All agreed debits were scheduled.',
  keepBalance: 'Have money in your account on that day. The bank debits by itself.',
  failed: (amount, day) => `The debit of ${amount} of ${day} was not made.`,
  paused: 'Subscription paused',
  pausedExplained: (merchant) => `${merchant} makes no new debits while it is paused.`,
  stillDebited: (amount, day) => `A debit that was scheduled before remains: ${amount} on ${day}.`,
  rejected: 'Subscription declined',
  rejectedExplained: (merchant) =>
    `Nothing will be debited. If you changed your mind, ask ${merchant} for a new subscription.`,
  canceled: 'Subscription canceled',
  canceledBy: {
    merchant: (merchant) => `${merchant} canceled the subscription. There are no new debits.`,
    payer: () => 'The subscription was canceled at your bank. There are no new debits.',
    gateway: () => 'There are no new debits.',
  },
  expired: 'The time to authorize is over',
  expiredExplained: (merchant) =>
    `Don’t use this code any more. Ask ${merchant} for a new subscription.`,
  ended: 'Subscription ended',
  endedExplained: 'The agreed period is over. There are no new debits.',
  terms: 'What is authorized',
  endedTerms: 'Terms',
  debits: 'Debits',
  businessDay: 'When banks are closed, the debit is on the next business day.',
  first: 'First debit',
  firstOfVariable: 'Debits from',
  firstPayment: 'Payment now',
  firstPaymentMade: 'First payment',
  last: 'Until',
  noEnd: 'No end date: valid until it is canceled.',
  retries: 'Without enough balance',
  retriesIn: {
    none: 'The bank tries again in the evening. There are no attempts on other days.',
    three_in_seven_days:
      'The bank tries again in the evening. Then there can be up to three more attempts, on ' +
      'different days, in the next seven days.',
  },
  payer: 'Who authorizes',
  payerExplained: (document) => `An account of ${document}`,
  howToCancel: 'How to cancel',
  cancelExplained: (merchant) =>
    `In your bank’s app, open Pix Automático, choose ${merchant} and cancel. A scheduled debit ` +
    'can be canceled until the end of the day before.',
  notHere: 'You can’t cancel on this page.',
  notFound: 'Subscription not found',
  notFoundExplained: 'Check the link with its sender: it may be incomplete.',
  away: 'We’ll be right back',
  awayExplained: 'The subscription can’t be shown right now. Please try again in a moment.',
};

/** The texts of the page of a subscription’s payer in each language. */
export const textsIn: Readonly<Record<Language, SubscriptionTexts>> = { 'pt-BR': pt, en };
