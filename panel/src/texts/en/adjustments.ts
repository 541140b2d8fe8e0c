import type { texts as pt } from '#texts/adjustments.ts';

export const texts: typeof pt = {
  title: 'Adjustments and holds',
  description:
    'The merchant gets an e-mail and a webhook with the reason, and sees the entry in the statement.',
  environment: 'Environment',
  environments: { live: 'Production', test: 'Test' },
  amount: 'Amount',
  reference: 'Reference (optional)',
  direction: 'Operation',
  credit: 'Credit',
  debit: 'Debit',

  adjustTitle: 'Adjust the balance',

  hold: 'Hold an amount',
  holdTitle: 'Hold an amount',
  holdHint: 'Blocks what the balance has now, and the rest from the next credits.',
  held: 'Amount held.',

  holds: 'Open holds',
  holdsEmpty: 'No open hold',
  createdAt: 'Held on',
  reason: 'Reason',
  wanted: 'Asked',
  blocked: 'Blocked now',
  missing: 'Missing',
  decide: 'Actions',
  release: 'Release',
  releaseTitle: 'Release an amount',
  releaseHint: 'Leave the amount empty to release all.',
  released: 'Amount released.',

  changes: 'Latest adjustments',
  changesEmpty: 'No adjustment yet',
  at: 'Date',
  kind: 'Type',
  kinds: {
    adjustment: 'Adjustment',
    hold: 'Hold',
    release: 'Release',
    unassignment: 'Assignment undone',
    refund_reversal: 'Refund not made',
    dispute: 'Dispute (MED)',
  },
};
