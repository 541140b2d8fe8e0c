-- In each bucket. Drafts, changes and cancellations of charges that fail are set aside under a kind
-- of their own: an operator may not drop them, because their result at the bank is not known.
alter table set_aside_work drop constraint set_aside_work_kind_check;
alter table set_aside_work add constraint set_aside_work_kind_check
  check (kind in ('charge', 'payout', 'payout_return', 'refund', 'incoming_payment',
    'settlement', 'dispute', 'dispute_defense', 'bank_refund', 'callback', 'payout_check',
    'refund_check', 'subscription', 'recurrence', 'bank_cycle', 'bank_charge'));
