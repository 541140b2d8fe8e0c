-- In each bucket. The buyers of a payment link are listed by it. A charge without a link is not in
-- the index, so that its creation costs the same.
create index charges_of_payment_link on charges (payment_link_id, merchant_id, environment, id)
  where payment_link_id is not null;
