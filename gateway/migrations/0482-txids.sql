-- In each bucket. The txids and the revisions of charges of the Central Bank's API.

-- The charges of the Central Bank's API: their txids, which are unique for a merchant and
-- environment, and what they have besides the columns of every charge. The reference of such a
-- charge is its txid, so this row is found from the charge without another index. A charge of
-- another door has a row from its first revision on.
create table api_pix_charges (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  txid text not null check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  charge_id uuid not null,
  -- Counts the changes; the fields before each are in api_pix_revisions.
  revision bigint not null default 0 check (revision >= 0),
  -- The Pix key that was named, and the merchant's texts to the payer.
  terms json not null,
  -- Until when a change asks the bank; null without one.
  leased_until timestamptz,
  primary key (merchant_id, environment, txid)
) with (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

-- The fields of a charge before a change by the Central Bank's API.
create table api_pix_revisions (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  charge_id uuid not null,
  revision bigint not null check (revision >= 0),
  fields json not null,
  replaced_at timestamptz not null,
  primary key (merchant_id, environment, charge_id, revision)
);

-- The payments of a merchant by the instant at which the bank received them. A charge that is not
-- paid is not in it, so that its creation costs the same.
create index charges_by_payment on charges (merchant_id, environment, paid_at, id)
  where paid_at is not null;
