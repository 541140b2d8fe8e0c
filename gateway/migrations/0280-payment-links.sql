-- In each bucket: payment links. A payer opens a link and makes a charge; a merchant sees how often
-- it was paid. A charge that was not made by a link has no row and no value here.

create table payment_links (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  title text not null,
  description text,
  -- Null: the payer says the amount, within the two limits.
  amount_centavos bigint check (amount_centavos > 0),
  min_centavos bigint check (min_centavos > 0),
  max_centavos bigint check (max_centavos > 0),
  -- How many payments it takes; null: any number. A late payment may exceed it.
  stock bigint check (stock >= 0),
  sold_count bigint not null default 0 check (sold_count >= 0),
  received_centavos bigint not null default 0 check (received_centavos >= 0),
  status text not null check (status in ('active', 'paused')),
  expires_at timestamptz,
  return_url text,
  created_at timestamptz not null,
  primary key (merchant_id, environment, id),
  check (amount_centavos is null or (min_centavos is null and max_centavos is null)),
  check (min_centavos <= max_centavos)
);

-- The public page names no merchant.
create unique index payment_links_by_id on payment_links (id);

-- The pieces that unpaid charges of a link hold. A row ends with its charge: paid, expired, canceled
-- or refused by the bank.
create table payment_link_holds (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  charge_id uuid not null,
  link_id uuid not null,
  -- A digest of the payer's network and the link, for the limit of one network.
  network text not null,
  primary key (merchant_id, environment, charge_id)
);

create index payment_link_holds_of_link on payment_link_holds (merchant_id, environment, link_id);

alter table charges add column payment_link_id uuid;

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table payment_links add constraint payment_links_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
    alter table payment_link_holds add constraint payment_link_holds_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;
