-- Stops of payouts: while one is in force, no payout of its scope is sent. The platform's stop has the
-- platform's id. A stop that was resumed stays until the payouts that waited for it are due again.
create table payout_stops (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  stopped_by text not null check (stopped_by in ('merchant', 'operator')),
  stopped_at timestamptz not null,
  actor_name text not null,
  reason text,
  resumed_at timestamptz,
  primary key (merchant_id, environment, stopped_by),
  constraint platform_stop_is_live check (
    merchant_id <> '00000000-0000-0000-0000-000000000000'
    or (environment = 'live' and stopped_by = 'operator'))
);

-- Set while the payout waits because payouts are stopped.
alter table payouts add column stopped_at timestamptz;

create index payouts_stopped on payouts (environment, merchant_id)
  where status = 'pending' and stopped_at is not null;
create index payouts_unsent on payouts (environment, merchant_id)
  where status = 'pending' and uncertain_at is null and stopped_at is null;
