-- Verifications of the ledger with their results: one a day, and those that a person requested. And
-- an index for the deliveries of the last hour.

create table ledger_verifications (
  id uuid primary key,
  -- The day of a daily verification; null for a requested one.
  day date unique,
  status text not null check (status in ('waiting', 'running', 'done')),
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  is_clean boolean,
  -- Each rule with the number of rows checked, and the first rows that break it.
  laws json,
  check ((status = 'done') = (finished_at is not null and is_clean is not null))
);

create index ledger_verifications_open on ledger_verifications (id) where status <> 'done';
create index webhook_deliveries_by_time on webhook_deliveries using brin (created_at);
