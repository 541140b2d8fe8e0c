import type { texts as pt } from '#texts/counter.ts';

export const texts: typeof pt = {
  description: 'To charge the person before you. The code is valid for an hour.',
  notOpen: 'Charging is not available in this environment yet, or your role may not charge.',
  amount: 'Amount',
  payer: 'Payer',
  document: 'CPF or CNPJ of the payer',
  what: 'What is being paid (optional)',
  create: 'Create charge',
  charge: 'Charge',
  qrCode: (amount: string) => `QR code of ${amount}`,
  validUntil: (time: string) => `Valid until ${time}`,
  waiting: 'Waiting for the payment…',
  another: 'New charge',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  today: 'Charges made at the panel today',
  nothingToday: 'No charges today.',
  createdAt: 'Created at',
  status: 'Status',
};
