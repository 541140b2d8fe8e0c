import type { texts as pt } from '#texts/proposals.ts';

export const texts: typeof pt = {
  description:
    'Operations that need two operators: one proposes, another approves. The proposer can withdraw the proposal. A proposal is valid for 7 days.',
  waiting: 'Waiting for a decision',
  waitingEmpty: 'No proposal is waiting',
  waitingEmptyHint:
    'Larger balance adjustments, orders stuck at the bank and charges paid with another amount appear here.',
  all: 'All proposals',
  allEmpty: 'No proposal yet',
  allEmptyHint: 'Proposals stay here after they are decided.',
  createdAt: 'Proposed on',
  kind: 'Operation',
  kinds: {
    balance_adjustment: 'Balance adjustment',
    payout_resolution: 'Payout stuck at the bank',
    refund_resolution: 'Refund stuck at the bank',
    charge_payment: 'Payment of a charge with another Pix',
  },
  asked: (amount: string) => `The charge asks for ${amount}`,
  results: { paid: 'paid', not_paid: 'not paid' } as Readonly<Record<string, string>>,
  merchant: 'Merchant',
  environments: { live: 'production', test: 'test' },
  amount: 'Amount',
  proposedBy: 'Proposed by',
  state: 'Status',
  states: {
    waiting: 'Waiting',
    approved: 'Approved',
    rejected: 'Rejected',
    expired: 'Expired',
  },
  decide: 'Actions',
  own: 'Another operator must approve.',
  approve: 'Approve',
  approveTitle: 'Approve the proposal?',
  approveQuestion: (kind: string, amount: string, merchant: string) =>
    `${kind} of ${amount}, @${merchant}: it is executed now and can’t be undone here.`,
  approved: 'Proposal approved and executed.',
  reject: 'Reject',
  withdraw: 'Withdraw',
  rejectTitle: 'Close the proposal?',
  rejectQuestion: 'Nothing is executed. To try again, another proposal is needed.',
  rejected: 'Proposal closed.',
};
