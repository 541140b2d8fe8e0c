-- In each bucket. Locations of the Central Bank's API, which a merchant makes before its charges.

create table api_pix_locations (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The second of its creation, and a number (location.ts).
  id bigint not null check (id > 0),
  kind text not null check (kind in ('cob', 'cobv')),
  -- Without scheme, as codes have it.
  url text not null,
  -- The last part of the url in the test environment, where we answer it ourselves.
  token uuid,
  -- What the bank calls it.
  bank_id bigint,
  -- The charge that it shows now, with its txid; null for a free one.
  charge_id uuid,
  txid text,
  created_at timestamptz not null,
  primary key (merchant_id, environment, id),
  constraint api_pix_location_of_a_charge check ((charge_id is null) = (txid is null)),
  constraint api_pix_location_in_test check (environment = 'live' or token is not null)
);
create unique index api_pix_locations_of_charge on api_pix_locations
  (merchant_id, environment, charge_id) where charge_id is not null;
create index api_pix_locations_by_token on api_pix_locations (token) where token is not null;

-- The location that a charge has. The id of its own one is computed and needs no row of
-- `api_pix_locations` until the location is freed. Null for a charge of an older version.
alter table api_pix_charges add column location_id bigint;
-- False after the location was taken away from the charge.
alter table api_pix_charges add column has_location boolean not null default true;
create index api_pix_charges_without_location on api_pix_charges
  (merchant_id, environment, charge_id) where not has_location;
