-- In each bucket. A payment of another amount goes to suspense for an operator when the bank could
-- not say for a day whether it has paid its charge.
alter table incoming_payments drop constraint incoming_payments_reason_check;
alter table incoming_payments add constraint incoming_payments_reason_check
  check (reason in ('unknown_charge', 'amount_differs', 'already_paid', 'another_key',
    'amount_unconfirmed'));
