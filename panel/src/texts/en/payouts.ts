import type { texts as pt } from '#texts/payouts.ts';

export const texts: typeof pt = {
  description: 'Pix sent from your balance.',
  caption: 'Payouts, newest first',
  newPayout: 'New payout',
  amount: 'Amount',
  fee: 'Fee',
  total: 'Total',
  balanceAfter: 'Balance after the payout',
  available: 'Available',
  useAll: 'Use the whole balance',
  repeat: 'Repeat the payout',
  pixKeyType: 'Type of the key',
  pixKey: 'Pix key',
  keyTypes: {
    cpf: 'CPF',
    cnpj: 'CNPJ',
    email: 'E-mail',
    phone: 'Mobile phone',
    random: 'Random key',
  },
  pixKeyRecognised: (type: string) => `Recognised as ${type}.`,
  pixKeyOfTwoTypes: 'Eleven digits can be a CPF or a mobile phone. Check the type of the key.',
  pixKeyInvalid: {
    cpf: 'Enter a valid CPF.',
    cnpj: 'Enter a valid CNPJ.',
    email: 'Enter a valid e-mail.',
    phone: 'Enter a valid mobile phone, with area code and number.',
    random: 'Enter a valid random key: 32 letters and digits, with hyphens.',
  },
  pixKeyOfOtherType: (type: string) =>
    `The key seems to be of another type: ${type}. Check the type.`,
  nameMissing: 'Enter the name of the beneficiary.',
  documentInvalid: 'Enter a valid CPF or CNPJ.',
  beneficiary: 'Beneficiary',
  beneficiaryName: 'Name of the beneficiary',
  beneficiaryDocument: 'CPF or CNPJ of the beneficiary',
  externalId: 'Your reference',
  externalIdHint: 'Optional. A reference can be used in one payout only.',
  review: 'Review',
  reviewTitle: 'Check before you send',
  abovePerPayout: (limit: string) => `Above the limit of ${limit} for one payout.`,
  abovePerDay: (limit: string, left: string) =>
    `Above the limit of ${limit} a day: ${left} are left today.`,
  abovePerNight: (limit: string, left: string) =>
    `Above the limit of ${limit} a night: ${left} are left.`,
  aboveApproval: (limit: string) =>
    `Above ${limit} a payout waits for an approval before it is sent.`,
  aboveApprovalOfNewKey: (limit: string) =>
    `Above ${limit} a payout to a new Pix key waits for an approval before it is sent.`,
  createdAt: 'Created on',
  status: 'Status',
  paidAt: 'Paid on',
  empty: 'No payout yet',
  emptyHint: 'When there is a balance, send it by Pix to any key.',
};
