-- In each bucket. A payment that pays its charge with another amount than was asked for: the charge
-- and the payment keep what was asked for, the charge also the fee of it.

alter table charges add column expected_centavos bigint;
alter table charges add column expected_fee_centavos bigint;
alter table charges add constraint charges_expected_check
  check ((expected_centavos is null) = (expected_fee_centavos is null)
    and (expected_centavos is null or (expected_centavos >= 1
      and expected_fee_centavos between 0 and expected_centavos and paid_at is not null)));

alter table incoming_payments add column expected_centavos bigint;
alter table incoming_payments add constraint incoming_payments_expected_check
  check (expected_centavos is null
    or (expected_centavos >= 1 and expected_centavos <> amount_centavos and state = 'charge'));
create index incoming_payments_with_other_amount on incoming_payments (id)
  where expected_centavos is not null;
