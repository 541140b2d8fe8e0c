import type { Language } from '#src/platform/http/language.ts';

const pt = {
  title: (link: string, merchant: string) => `${link}: pagar para ${merchant}`,
  payTo: 'Pagamento para',
  testLink: 'Link de teste',
  testExplained: 'Não há dinheiro de verdade, e nenhum banco reconhece o código.',
  amount: 'Valor',
  amountHint: 'Em reais. Ex.: 25,00',
  atLeast: (amount: string) => `no mínimo ${amount}`,
  atMost: (amount: string) => `no máximo ${amount}`,
  name: 'Seu nome completo',
  document: 'Seu CPF ou CNPJ',
  email: 'Seu e-mail (opcional)',
  pay: 'Continuar para o Pix',
  left: (count: number) => (count === 1 ? 'Resta 1 unidade.' : `Restam ${count} unidades.`),
  held: (minutes: number) => `O código Pix vale por ${minutes} minutos.`,
  correct: 'Corrija os campos destacados.',
  amountMissing: 'Informe o valor, como 25,00.',
  amountTooSmall: 'O valor é baixo demais para um Pix desta loja.',
  nameMissing: 'Informe o seu nome.',
  documentMissing: 'Informe um CPF ou CNPJ válido.',
  emailWrong: 'Informe um e-mail válido, ou deixe em branco.',
  closed: 'Este link não aceita mais pagamentos',
  closedExplained: (merchant: string) => `Em caso de dúvida, fale com ${merchant}.`,
  soldOut: 'Esgotado',
  soldOutExplained:
    'Todas as unidades foram vendidas ou estão reservadas. Uma reserva que não é paga volta à ' +
    'venda em até 30 minutos.',
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
  amountHint: 'In reais. Example: 25,00',
  atLeast: (amount) => `at least ${amount}`,
  atMost: (amount) => `at most ${amount}`,
  name: 'Your full name',
  document: 'Your CPF or CNPJ',
  email: 'Your e-mail (optional)',
  pay: 'Continue to Pix',
  left: (count) => (count === 1 ? '1 left.' : `${count} left.`),
  held: (minutes) => `The Pix code is valid for ${minutes} minutes.`,
  correct: 'Please correct the marked fields.',
  amountMissing: 'Enter the amount, such as 25,00.',
  amountTooSmall: 'The amount is too small for a Pix of this shop.',
  nameMissing: 'Enter your name.',
  documentMissing: 'Enter a valid CPF or CNPJ.',
  emailWrong: 'Enter a valid e-mail address, or leave it empty.',
  closed: 'This link takes no more payments',
  closedExplained: (merchant) => `If in doubt, ask ${merchant}.`,
  soldOut: 'Sold out',
  soldOutExplained:
    'All units are sold or reserved. A reservation that is not paid is for sale again within 30 ' +
    'minutes.',
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
