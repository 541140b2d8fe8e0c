-- What the operator watches: verifications of the ledger with what they found, one a day and those
-- that somebody asked for; and what the last hour's deliveries are found by.

create table ledger_verifications (
  id uuid primary key,
  -- The day that the verification belongs to; null when somebody asked for it.
  day date unique,
  status text not null check (status in ('waiting', 'running', 'done')),
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  is_clean boolean,
  -- Each law with how much was looked at, and the first rows that contradict it.
  laws json,
  check ((status = 'done') = (finished_at is not null and is_clean is not null))
);

create index ledger_verifications_open on ledger_verifications (id) where status <> 'done';
create index webhook_deliveries_by_time on webhook_deliveries using brin (created_at);
