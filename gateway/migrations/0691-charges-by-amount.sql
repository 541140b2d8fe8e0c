-- In each bucket. An operator sees the charges that fit a payment in suspense.

-- Live charges that a payment could still pay, by their amount. Charges of the test environment
-- are not in these indexes, and a charge leaves them when it is paid.
create index charges_payable_by_amount on charges (amount_centavos, created_at)
  where environment = 'live' and status in ('pending', 'expired', 'canceled');
create index charges_payable_by_due_day on charges (amount_centavos, due_on)
  where due_on is not null and environment = 'live'
    and status in ('pending', 'expired', 'canceled');
