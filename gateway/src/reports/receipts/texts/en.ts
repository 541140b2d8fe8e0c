import type { ReceiptTexts } from './pt-BR.ts';

/** The English texts of receipts and of the page that verifies them. */
export const texts: ReceiptTexts = {
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
