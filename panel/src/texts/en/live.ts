import type { texts as pt } from '#texts/live.ts';

export const texts: typeof pt = {
  several: (title: string, count: string) => `${title} (${count})`,
  total: (amount: string) => `In total: ${amount}.`,
  chargePaid: 'Pix received',
  chargePaidHint: (amount: string) => `A charge of ${amount} was paid.`,
  splitReceived: 'Split received',
  splitReceivedHint: (amount: string) => `You received ${amount} of a charge.`,
  transferReceived: 'Transfer received',
  transferReceivedHint: (amount: string) => `You received ${amount}.`,
  chargeRefunded: 'Refund completed',
  chargeRefundedHint: (amount: string) => `The payer got ${amount} back.`,
  refundFailed: 'Refund not made',
  refundFailedHint: 'The bank did not make a refund; the amount went back to the balance.',
  disputeOpened: 'Payment contested',
  disputeOpenedHint: (amount: string) => `The payer’s bank contested ${amount}. See Disputes.`,
  payoutPaid: 'Payout paid',
  payoutPaidHint: (amount: string) => `The Pix of ${amount} was paid.`,
  payoutFailed: 'Payout not made',
  payoutFailedHint: (amount: string) =>
    `The Pix of ${amount} failed; the amount went back to the balance.`,
};
