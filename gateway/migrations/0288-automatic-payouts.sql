-- In each bucket: automatic payouts of a merchant to a saved beneficiary, and what became of each run.

create table automatic_payouts (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  beneficiary_id uuid not null,
  -- Every day at an hour, on a day of the week at an hour, or above a balance.
  rule text not null check (rule in ('daily', 'weekly', 'above')),
  -- By Brasília's clocks.
  hour bigint not null check (hour between 0 and 23),
  -- 0 is Sunday.
  weekday bigint not null check (weekday between 0 and 6),
  above_centavos bigint not null check (above_centavos >= 0),
  -- What stays in the balance.
  keep_centavos bigint not null check (keep_centavos >= 0),
  -- Null when it is off. The row is locked by the process that runs it.
  next_run_at timestamptz,
  changed_at timestamptz not null,
  primary key (merchant_id, environment)
);
create index automatic_payouts_due on automatic_payouts (next_run_at)
  where next_run_at is not null;

create table automatic_payout_runs (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  -- The rule with its day, or its instant: it runs once.
  period text not null,
  payout_id uuid,
  amount_centavos bigint check (amount_centavos > 0),
  -- Why there is no payout: a code of a refusal, or `balance_too_low`.
  skip_reason text,
  ran_at timestamptz not null,
  primary key (merchant_id, environment, id),
  check ((payout_id is null) = (skip_reason is not null)),
  check ((payout_id is null) = (amount_centavos is null))
);
create unique index automatic_payout_runs_once
  on automatic_payout_runs (period, merchant_id, environment);
