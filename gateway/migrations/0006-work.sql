-- The heartbeat of each worker, so that the jobs of a stopped worker are freed; and the days on which
-- the sandbox was reset, so that a reset missed during downtime is done later and none runs twice.

create table worker_processes (
  worker_id text primary key,
  seen_at timestamptz not null
);

create table sandbox_resets (
  day date primary key,
  reset_at timestamptz not null
);

-- A constant sealed with the encryption key: a start with another key fails at once.
create table installation (
  is_only_row boolean primary key default true check (is_only_row),
  sealed_check bytea not null
);
