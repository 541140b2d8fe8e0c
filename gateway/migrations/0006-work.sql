-- What the workers remember: who is alive (so that a dead one's jobs are freed), and which days the
-- sandbox has been reset (so that a reset missed during downtime is made up, and none runs twice).

create table worker_processes (
  worker_id text primary key,
  seen_at timestamptz not null
);

create table sandbox_resets (
  day date primary key,
  reset_at timestamptz not null
);

-- A constant sealed with the encryption key: a start with another key is noticed at once.
create table installation (
  is_only_row boolean primary key default true check (is_only_row),
  sealed_check bytea not null
);
