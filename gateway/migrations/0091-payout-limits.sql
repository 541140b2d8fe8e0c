-- Limits of payouts, and how much each merchant has requested in each day and night.

-- Null is no limit. A merchant's raise stands as 'pending' until it has effect.
create table payout_limits (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  set_by text not null check (set_by in ('operator', 'merchant', 'pending')),
  per_payout_centavos bigint check (per_payout_centavos >= 0),
  per_day_centavos bigint check (per_day_centavos >= 0),
  per_night_centavos bigint check (per_night_centavos >= 0),
  approval_above_centavos bigint check (approval_above_centavos >= 0),
  new_destination_approval_above_centavos bigint
    check (new_destination_approval_above_centavos >= 0),
  new_destination_wait_minutes bigint not null default 0
    check (new_destination_wait_minutes between 0 and 10080),
  effective_at timestamptz,
  primary key (merchant_id, environment, set_by),
  check ((set_by = 'pending') = (effective_at is not null))
);

-- What was requested in a day, or in the night that began on a day, less what has failed. The limit is
-- the one that the last payout was counted against.
create table payout_totals (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  period text not null check (period in ('day', 'night')),
  starts_on date not null,
  requested_centavos bigint not null check (requested_centavos >= 0),
  limit_centavos bigint,
  primary key (merchant_id, environment, starts_on, period),
  constraint payouts_within_period check (requested_centavos <= limit_centavos)
);

alter table payouts
  -- The limit for one payout when it was requested.
  add column limit_centavos bigint,
  -- Whether it is part of payout_totals; payouts from before this migration are not.
  add column is_counted boolean not null default false,
  -- It is not sent before: its destination is new to the merchant.
  add column waits_until timestamptz,
  add constraint payouts_within_limit check (amount_centavos <= limit_centavos);

-- The destinations that a merchant has paid.
create index payouts_paid_destinations on payouts (pix_key, merchant_id, environment)
  where status = 'paid';
