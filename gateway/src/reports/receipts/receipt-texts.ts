import type { Language } from '#src/ground/http/language.ts';
import type { ReceiptKind } from './receipt.ts';

/** The Portuguese texts of receipts and of the page that verifies them. */
const pt = {
  fileNames: {
    payment: 'comprovante-pagamento',
    payout: 'comprovante-saque',
    refund: 'comprovante-devolucao',
  } satisfies Record<ReceiptKind, string>,
  titles: {
    payment: 'Comprovante de pagamento Pix',
    payout: 'Comprovante de Pix enviado',
    refund: 'Comprovante de devolução de Pix',
  } satisfies Record<ReceiptKind, string>,
  test: 'TESTE, sem valor',
  testExplained: 'Transação de teste: nenhum dinheiro foi movimentado.',
  amount: 'Valor',
  at: 'Data e hora',
  brasilia: (time: string) => `${time} (horário de Brasília)`,
  sender: { payment: 'Quem pagou', payout: 'Quem enviou', refund: 'Quem devolveu' },
  receiver: 'Quem recebeu',
  name: 'Nome',
  document: 'CPF ou CNPJ',
  institution: 'Instituição',
  pixKey: 'Chave Pix',
  composition: 'Como se chegou ao valor',
  dueDate: 'Vencimento',
  original: 'Valor original',
  rebate: 'Abatimento',
  discount: 'Desconto',
  interest: 'Juros',
  fine: 'Multa',
  paidAmount: 'Valor pago',
  details: 'Dados da transação',
  endToEndId: 'EndToEndId (ID da transação no Pix)',
  paymentEndToEndId: 'EndToEndId do pagamento devolvido',
  returnId: 'ID da devolução no Pix',
  id: 'Identificador',
  chargeId: 'Cobrança devolvida',
  reference: 'Referência',
  description: 'Descrição',
  returned: 'Devolvido depois',
  disputed: 'Contestado (MED)',
  authentication: 'Código de autenticação',
  checkAt: 'Confira em',
  issuedBy: (platform: string) => `Comprovante emitido por ${platform}.`,
  checkTitle: 'Conferir comprovante',
  checkExplained:
    'Digite o código de autenticação do comprovante, ou leia o QR code com a câmera do celular.',
  checkButton: 'Conferir',
  fits: 'Este comprovante confere',
  fitsExplained:
    'O código foi emitido por esta plataforma. Compare os dados abaixo com os do comprovante: ' +
    'todos devem ser iguais.',
  fitsNot: 'Este comprovante não confere',
  fitsNotExplained:
    'Nenhum comprovante desta plataforma tem este código. Confira se ele foi digitado por ' +
    'inteiro; se estiver certo, não confie no comprovante.',
  tooOften: 'Muitas tentativas',
  tooOftenExplained: 'Aguarde um minuto e tente de novo.',
  away: 'Voltamos em instantes',
  awayExplained: 'Não foi possível conferir agora. Tente de novo em alguns segundos.',
};

export type ReceiptTexts = typeof pt;

/** The English texts of receipts and of the page that verifies them. */
const en: ReceiptTexts = {
  fileNames: {
    payment: 'payment-receipt',
    payout: 'payout-receipt',
    refund: 'refund-receipt',
  },
  titles: {
    payment: 'Pix payment receipt',
    payout: 'Receipt of a Pix sent',
    refund: 'Pix refund receipt',
  },
  test: 'TEST, no value',
  testExplained: 'Test transaction: no money was moved.',
  amount: 'Amount',
  at: 'Date and time',
  brasilia: (time) => `${time} (Brasília time)`,
  sender: { payment: 'Paid by', payout: 'Sent by', refund: 'Refunded by' },
  receiver: 'Received by',
  name: 'Name',
  document: 'CPF or CNPJ',
  institution: 'Institution',
  pixKey: 'Pix key',
  composition: 'How the amount came about',
  dueDate: 'Due date',
  original: 'Original amount',
  rebate: 'Rebate',
  discount: 'Discount',
  interest: 'Interest',
  fine: 'Fine',
  paidAmount: 'Amount paid',
  details: 'Transaction',
  endToEndId: 'EndToEndId (ID of the transaction in Pix)',
  paymentEndToEndId: 'EndToEndId of the refunded payment',
  returnId: 'ID of the refund in Pix',
  id: 'Identifier',
  chargeId: 'Refunded charge',
  reference: 'Reference',
  description: 'Description',
  returned: 'Refunded later',
  disputed: 'Disputed (MED)',
  authentication: 'Authentication code',
  checkAt: 'Verify at',
  issuedBy: (platform) => `Receipt issued by ${platform}.`,
  checkTitle: 'Verify a receipt',
  checkExplained:
    'Enter the authentication code of the receipt, or scan its QR code with the camera of a phone.',
  checkButton: 'Verify',
  fits: 'This receipt is authentic',
  fitsExplained:
    'The code was issued by this platform. Compare the data below with the receipt: all of it ' +
    'must be equal.',
  fitsNot: 'This receipt is not authentic',
  fitsNotExplained:
    'No receipt of this platform has this code. Check that all of it was entered; if it is ' +
    'right, don’t trust the receipt.',
  tooOften: 'Too many attempts',
  tooOftenExplained: 'Wait a minute and try again.',
  away: 'We’ll be right back',
  awayExplained: 'The receipt can’t be verified right now. Try again in a few seconds.',
};

/** The texts of receipts, and of the page that verifies them, in each language. */
export const textsIn: Readonly<Record<Language, ReceiptTexts>> = { 'pt-BR': pt, en };
