-- In each bucket: a payer gets a new code for an expired charge, where the merchant allows it. The
-- new charge names the one that it renews; an expired charge is renewed once.

alter table charges
  add column renewed_from uuid,
  -- 1 for the first new charge, 2 for the one that renews it, …
  add column renewal_number bigint;

create unique index charges_renewed_from on charges (merchant_id, environment, renewed_from)
  where renewed_from is not null;

alter table payment_page_looks add column may_renew boolean not null default false;
