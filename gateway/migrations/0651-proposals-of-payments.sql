-- Two operators decide that a payment in suspense pays its charge.

alter table operator_proposals drop constraint operator_proposals_kind_check;
alter table operator_proposals add constraint operator_proposals_kind_check
  check (kind in ('balance_adjustment', 'payout_resolution', 'refund_resolution',
    'charge_payment'));
