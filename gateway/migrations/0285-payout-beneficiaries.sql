-- In each bucket: saved beneficiaries of payouts with limits of their own, and how much each of them
-- got in each day.

create table payout_beneficiaries (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  name text not null,
  document text not null,
  pix_key text not null,
  pix_key_type text not null check (pix_key_type in ('cpf', 'cnpj', 'email', 'phone', 'random')),
  -- Null is no limit.
  per_payout_centavos bigint check (per_payout_centavos > 0),
  per_day_centavos bigint check (per_day_centavos > 0),
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (merchant_id, environment, id)
);

-- A Pix key is saved once; the limits hold for every payout to it.
create unique index payout_beneficiaries_saved
  on payout_beneficiaries (pix_key, merchant_id, environment) where removed_at is null;

-- Lists read only those that are saved, however many were removed.
create index payout_beneficiaries_list on payout_beneficiaries (merchant_id, environment, id)
  where removed_at is null;

-- What was requested in a day of Brasília for a key that was saved, less what has failed. It goes by
-- the key, so that removing and saving a beneficiary again doesn't begin the day anew.
create table payout_beneficiary_totals (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  starts_on date not null,
  pix_key text not null,
  requested_centavos bigint not null check (requested_centavos >= 0),
  -- The one that the last payout was counted against.
  limit_centavos bigint,
  primary key (merchant_id, environment, starts_on, pix_key),
  constraint payouts_within_beneficiary_day check (requested_centavos <= limit_centavos)
);
create index payout_beneficiary_totals_starts_on on payout_beneficiary_totals (starts_on);

-- The beneficiary that the payout was counted for; null when its key was not saved.
alter table payouts add column beneficiary_id uuid;
-- Payouts to other keys are refused.
alter table payout_limits add column only_saved_beneficiaries boolean not null default false;

alter table payout_notices
  drop constraint payout_notices_kind_check;
alter table payout_notices
  add constraint payout_notices_kind_check
    check (kind in ('awaiting', 'rejected', 'expired', 'stopped', 'resumed', 'raise_asked',
      'raise_valid', 'beneficiary', 'automatic_skipped'));
