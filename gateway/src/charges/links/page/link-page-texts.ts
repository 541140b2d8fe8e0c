import type { Language } from '#src/ground/http/language.ts';

const pt = {
  title: (link: string, merchant: string) => `${link}: pagar para ${merchant}`,
  payTo: 'Pagamento para',
  testLink: 'Link de teste',
  testExplained: 'Não há dinheiro de verdade, e nenhum banco reconhece o código.',
  amount: 'Valor',
  amountHint: 'Em reais, como 25,00.',
  between: (min: string, max: string) => `De ${min} a ${max}.`,
  atLeast: (amount: string) => `No mínimo ${amount}.`,
  atMost: (amount: string) => `No máximo ${amount}.`,
  name: 'Seu nome completo',
  document: 'Seu CPF ou CNPJ',
  email: 'Seu e-mail (opcional)',
  pay: 'Continuar para o Pix',
  left: (count: number) => (count === 1 ? 'Resta 1 unidade.' : `Restam ${count} unidades.`),
  held: (minutes: number) => `O código Pix vale por ${minutes} minutos.`,
  dueOn: (day: string) => `Vence em ${day}, se você continuar hoje.`,
  correct: 'Corrija os campos destacados.',
  amountMissing: 'Informe o valor, como 25,00.',
  amountBelowLimit: (amount: string) => `${amount} é o mínimo.`,
  amountAboveLimit: (amount: string) => `${amount} é o máximo.`,
  amountTooSmall: 'O valor é baixo demais para um Pix desta loja.',
  withLetters: 'ABC',
  withLettersExplained: 'Digitar letras: um CNPJ pode ter',
  nameMissing: 'Informe o seu nome.',
  documentMissing: 'Informe um CPF ou CNPJ válido.',
  emailWrong: 'Informe um e-mail válido, ou deixe em branco.',
  subscription: 'Assinatura por Pix Automático',
  firstDebit: (day: string) => `Primeiro débito em ${day}, se você assinar hoje.`,
  untilCanceled: 'Sem data para acabar: vale até que seja cancelada.',
  debits: (count: number) =>
    count === 1 ? 'Um débito só.' : `Termina depois de ${count} débitos.`,
  retries: {
    none: 'Se faltar saldo, não há tentativas em outros dias.',
    three_in_seven_days: 'Se faltar saldo, pode haver até três novas tentativas em sete dias.',
  },
  subscribe: 'Continuar para autorizar',
  nothingNow: {
    code: 'Nada sai da sua conta antes que você autorize no app do seu banco.',
    code_and_first_payment:
      'No app do seu banco você paga este valor agora e autoriza os próximos débitos.',
  },
  noSubscriptions: 'Assinatura indisponível',
  noSubscriptionsExplained: (merchant: string) =>
    `${merchant} ainda não pode receber assinaturas. Nada foi criado. Tente mais tarde.`,
  closed: 'Este link não aceita mais pagamentos',
  closedExplained: (merchant: string) => `Em caso de dúvida, fale com ${merchant}.`,
  soldOut: 'Esgotado',
  soldOutExplained:
    'Todas as unidades foram vendidas ou estão reservadas. Uma reserva que não é paga volta à ' +
    'venda em até 30 minutos.',
  full: 'Este link não aceita mais cobranças agora',
  fullExplained: (merchant: string) =>
    `Há muitas cobranças à espera de pagamento. Fale com ${merchant}.`,
  unavailable: 'Pagamento indisponível',
  unavailableExplained: (merchant: string) =>
    `${merchant} não pode receber pagamentos agora. Tente mais tarde.`,
  footer: 'Pix: pagamento instantâneo, 24 horas por dia.',
  notFound: 'Link não encontrado',
  notFoundExplained: 'Confira o link com quem o enviou: ele pode estar incompleto.',
  tooOften: 'Muitas tentativas',
  tooOftenExplained:
    'Pague o código que você já criou, ou aguarde um minuto e abra a página novamente.',
  away: 'Voltamos em instantes',
  awayExplained: 'Não foi possível criar o código Pix agora. Volte e tente novamente.',
};

const en: typeof pt = {
  title: (link, merchant) => `${link}: pay ${merchant}`,
  payTo: 'Payment to',
  testLink: 'Test link',
  testExplained: 'No real money is involved, and no bank knows the code.',
  amount: 'Amount',
  amountHint: 'In reais, such as 25,00.',
  between: (min, max) => `From ${min} to ${max}.`,
  atLeast: (amount) => `At least ${amount}.`,
  atMost: (amount) => `At most ${amount}.`,
  name: 'Your full name',
  document: 'Your CPF or CNPJ',
  email: 'Your e-mail (optional)',
  pay: 'Continue to Pix',
  left: (count) => (count === 1 ? '1 left.' : `${count} left.`),
  held: (minutes) => `The Pix code is valid for ${minutes} minutes.`,
  dueOn: (day) => `Due on ${day}, if you continue today.`,
  correct: 'Please correct the marked fields.',
  amountMissing: 'Enter the amount, such as 25,00.',
  amountBelowLimit: (amount) => `${amount} is the minimum.`,
  amountAboveLimit: (amount) => `${amount} is the maximum.`,
  amountTooSmall: 'The amount is too small for a Pix of this shop.',
  withLetters: 'ABC',
  withLettersExplained: 'Type letters: a CNPJ may have them',
  nameMissing: 'Enter your name.',
  documentMissing: 'Enter a valid CPF or CNPJ.',
  emailWrong: 'Enter a valid e-mail address, or leave it empty.',
  subscription: 'Subscription by Pix Automático',
  firstDebit: (day) => `First debit on ${day}, if you subscribe today.`,
  untilCanceled: 'No end date: valid until it is canceled.',
  debits: (count) => (count === 1 ? 'A single debit.' : `Ends after ${count} debits.`),
  retries: {
    none: 'Without enough balance there are no attempts on other days.',
    three_in_seven_days:
      'Without enough balance there can be up to three more attempts in seven days.',
  },
  subscribe: 'Continue to authorize',
  nothingNow: {
    code: 'Nothing is debited before you authorize in your bank’s app.',
    code_and_first_payment:
      'In your bank’s app you pay this amount now and authorize the next debits.',
  },
  noSubscriptions: 'Subscription unavailable',
  noSubscriptionsExplained: (merchant) =>
    `${merchant} can’t take subscriptions yet. Nothing was created. Please try later.`,
  closed: 'This link takes no more payments',
  closedExplained: (merchant) => `If in doubt, ask ${merchant}.`,
  soldOut: 'Sold out',
  soldOutExplained:
    'All units are sold or reserved. A reservation that is not paid is for sale again within 30 ' +
    'minutes.',
  full: 'This link takes no more charges now',
  fullExplained: (merchant) => `Many charges wait for a payment. Ask ${merchant}.`,
  unavailable: 'Payment unavailable',
  unavailableExplained: (merchant) => `${merchant} can’t receive payments now. Try again later.`,
  footer: 'Pix: instant payment, 24 hours a day.',
  notFound: 'Link not found',
  notFoundExplained: 'Check the link with the person who sent it: it may be incomplete.',
  tooOften: 'Too many attempts',
  tooOftenExplained: 'Pay the code that you have, or wait a minute and open the page again.',
  away: 'Back in a moment',
  awayExplained: 'The Pix code could not be created. Go back and try again.',
};

/** The texts of the page of a payment link. */
export const TEXTS: Readonly<Record<Language, typeof pt>> = { 'pt-BR': pt, en };
