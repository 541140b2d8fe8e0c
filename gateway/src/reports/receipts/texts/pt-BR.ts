import type { ReceiptKind } from '../receipt.ts';

/** The Portuguese texts of receipts and of the page that verifies them. */
export const texts = {
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

export type ReceiptTexts = typeof texts;
