import type { texts as pt } from '#texts/transfers.ts';

export const texts: typeof pt = {
  description: 'Transfers between merchants of this platform, immediate and without fee.',
  caption: 'Transfers, newest first',
  newTransfer: 'New transfer',
  username: 'Username of the beneficiary',
  amount: 'Amount',
  note: 'Description',
  noteHint: 'Optional. The beneficiary sees it too.',
  review: 'Review',
  reviewTitle: 'Check before you transfer',
  recipient: 'Beneficiary',
  createdAt: 'Date',
  direction: 'Direction',
  counterparty: 'Merchant',
  sentTo: 'Sent',
  receivedFrom: 'Received',
  empty: 'No transfer yet',
  emptyHint: 'Transfer to another merchant by its username.',
};
