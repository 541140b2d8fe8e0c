-- A merchant's clock for tests: charges and keys that are bound to it live in its time, which moves
-- only when the merchant moves it. Production has no such clock: every table that names one refuses
-- rows of production.

create table test_clocks (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  name text,
  -- `advancing`: what is due until `target_at` is being done. `deleting`: what waits is being ended.
  status text not null check (status in ('ready', 'advancing', 'deleting')),
  started_at timestamptz not null,
  -- The time of the clock. It stands still until the clock is advanced.
  now_at timestamptz not null,
  target_at timestamptz not null,
  -- Until then one process does the work of the clock; by the database's clock.
  leased_until timestamptz,
  -- By the real time, like `delete_after`: a clock that nobody moves any more is deleted.
  created_at timestamptz not null,
  delete_after timestamptz not null,
  constraint test_clocks_within_two_years check (
    now_at >= started_at and target_at >= now_at
    and extract(epoch from target_at - started_at) <= 731 * 86400),
  constraint test_clocks_at_target check (status <> 'ready' or target_at = now_at)
);

create index test_clocks_of_merchant on test_clocks (merchant_id, id);
create index test_clocks_busy on test_clocks (leased_until nulls first) where status <> 'ready';
create index test_clocks_old on test_clocks (delete_after) where status = 'ready';

create function test_clocks_refuse_going_back() returns trigger language plpgsql as $$
begin
  raise exception 'a test clock goes forward only' using errcode = 'restrict_violation';
end
$$;
create trigger test_clocks_forward before update on test_clocks
  for each row when (new.now_at < old.now_at or new.started_at <> old.started_at
    or new.merchant_id <> old.merchant_id)
  execute function test_clocks_refuse_going_back();

-- The requests of the key live in the time of the clock. A clock that is deleted unbinds its keys.
-- One change a statement, as Citus wants it.
alter table credentials add column test_clock_id uuid;
alter table credentials
  add constraint credentials_test_clock_id_fkey foreign key (test_clock_id) references test_clocks;
alter table credentials
  add constraint credentials_clock_is_of_test
    check (test_clock_id is null or environment = 'test');
create index credentials_by_test_clock on credentials (test_clock_id)
  where test_clock_id is not null;
