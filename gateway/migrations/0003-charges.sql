-- Charges, their shares for other merchants, and the idempotency keys of their creation.
-- `merchant_id` is the first column of every key: it is the distribution column.

create table charges (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  external_id text,
  status text not null check (status in ('pending', 'paid', 'expired')),
  amount_centavos bigint not null check (amount_centavos between 1 and 999999999999),
  fee_centavos bigint not null check (fee_centavos >= 0 and fee_centavos < amount_centavos),
  payer_name text not null,
  payer_document text not null,
  payer_email text,
  utm json,
  qrcode text not null,
  webhook_url text,
  split_count bigint not null default 0 check (split_count between 0 and 20),
  event_count bigint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the charge is due to be paid by the simulator, or to expire.
  due_at timestamptz,
  is_simulated boolean not null,
  paid_at timestamptz,
  end_to_end_id text,
  primary key (merchant_id, environment, id),
  check ((status = 'paid') = (paid_at is not null)),
  check ((status = 'paid') = (end_to_end_id is not null))
);

create index charges_due on charges (due_at) where status = 'pending';
-- Secondary indexes don't begin with the columns of the primary key: a planner without statistics
-- could choose the wrong one, and read a merchant's whole history for one row.
create index charges_by_status on charges (status, merchant_id, environment, id)
  where status <> 'paid';
create index charges_by_external_id on charges (external_id, merchant_id, environment, id)
  where external_id is not null;

create table charge_splits (
  merchant_id uuid not null,
  environment text not null,
  charge_id uuid not null,
  position bigint not null,
  recipient_id uuid not null check (recipient_id <> merchant_id),
  username text not null,
  basis_points bigint not null check (basis_points between 1 and 9000),
  amount_centavos bigint not null check (amount_centavos >= 0),
  status text not null check (status in ('pending', 'paid', 'canceled')),
  external_id text,
  utm json,
  primary key (merchant_id, environment, charge_id, position),
  unique (merchant_id, environment, charge_id, recipient_id)
);

create index charge_splits_received on charge_splits (recipient_id, environment, charge_id);

-- One partition a day (UTC), dropped when all its keys have expired (0035, 0038). A key is unique in
-- its day; `key-days.ts` says how two claims of a key across midnight see each other.
create table idempotency_keys (
  day date not null,
  merchant_id uuid not null,
  environment text not null,
  key text not null,
  -- SHA-256 over the operation and the canonical JSON of the body.
  request_sha256 bytea not null,
  resource_id uuid not null,
  response_body text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, environment, key, day)
) partition by range (day);
