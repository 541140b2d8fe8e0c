-- The public sandbox and the test clocks.

-- The days on which the sandbox was reset, so that a reset missed during downtime is done later and
-- none runs twice.
create table sandbox_resets (
  day date primary key,
  reset_at timestamptz not null
);

-- A test clock goes forward only.
create function test_clocks_refuse_going_back() returns trigger language plpgsql as $$
begin
  raise exception 'a test clock goes forward only' using errcode = 'restrict_violation';
end
$$;

-- A merchant's clock for tests: charges and keys that are bound to it live in its time, which moves
-- only when the merchant moves it. Production has no such clock: every table that names one refuses
-- rows of production.
create table test_clocks (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  name text,
  -- `advancing`: what is due until `target_at` is being done. `deleting`: what waits is being
  -- ended.
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
  constraint test_clocks_within_two_years
    check (
      now_at >= started_at and target_at >= now_at
      and extract(epoch from target_at - started_at) <= 731 * 86400),
  constraint test_clocks_at_target check (status <> 'ready' or target_at = now_at)
);

create index test_clocks_of_merchant on test_clocks (merchant_id, id);
create index test_clocks_busy on test_clocks (leased_until nulls first) where status <> 'ready';
create index test_clocks_old on test_clocks (delete_after) where status = 'ready';

create trigger test_clocks_forward before update on test_clocks
  for each row when (new.now_at < old.now_at or new.started_at <> old.started_at
    or new.merchant_id <> old.merchant_id)
  execute function test_clocks_refuse_going_back();

-- The functions below bound the data of the public sandbox, which is in b0, for the gateway's role,
-- which may not delete entries of the ledger. Citus runs a part of a statement where the rows are,
-- and a function in that part may ask no other table: so each function asks first and then passes
-- values. Citus also refuses to insert what a statement selects from a bucket's table, but not from
-- a `with`.

-- Records the balances of the sandbox's accounts, unless that was done within the last hour. Every
-- posting is completely before or after a checkpoint, because the accounts are locked.
create function mark_sandbox_checkpoint(now_at timestamptz) returns boolean
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
begin
  if exists (select from sandbox_checkpoints where at > now_at - interval '1 hour') then
    return false;
  end if;
  perform from ledger_accounts where merchant_id = sandbox and environment = 'test'
    order by account for update;
  with accounts as materialized (
    select account, entry_count, balance_centavos from ledger_accounts
    where merchant_id = sandbox and environment = 'test'
  )
  insert into sandbox_checkpoints (at, account, entry_count, balance_centavos)
  select now_at, account, entry_count, balance_centavos from accounts
  on conflict do nothing;
  return found;
end
$$;

-- Moves the openings of the sandbox to the last checkpoint before an instant.
create function open_sandbox_ledger(before timestamptz) returns void
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  last timestamptz := (select max(at) from sandbox_checkpoints where at < before);
begin
  with checkpoints as materialized (
    select account, entry_count, balance_centavos, at from sandbox_checkpoints where at = last
    order by account
  )
  insert into ledger_openings
    (merchant_id, environment, account, entry_count, balance_centavos, opened_at)
  select sandbox_merchant(), 'test', account, entry_count, balance_centavos, at from checkpoints
  on conflict (merchant_id, environment, account) do update set
    entry_count = excluded.entry_count, balance_centavos = excluded.balance_centavos,
    opened_at = excluded.opened_at
  where ledger_openings.opened_at < excluded.opened_at;
  delete from sandbox_checkpoints where at < last;
end
$$;

-- Deletes a batch of rows of the sandbox that its openings cover: entries, their postings, and the
-- charges, payouts and refunds that they booked. The sandbox has no splits, so no other scope has a
-- share of them. A charge whose refund is not deleted is not deleted either. Returns how many
-- entries it deleted.
create function delete_sandbox_postings(rows_max bigint) returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  opening ledger_openings;
  deleted_ids uuid[];
  kinds text[];
  refunded uuid[];
  freed bigint;
  deleted bigint := 0;
begin
  for opening in select * from ledger_openings where merchant_id = sandbox order by account loop
    with removed as (
      delete from ledger_entries e
      where e.merchant_id = sandbox and e.environment = 'test' and e.account = opening.account
        and e.sequence <= opening.entry_count and e.sequence < rows_max + (
          select min(f.sequence) from ledger_entries f
          where f.merchant_id = sandbox and f.environment = 'test' and f.account = opening.account)
      returning e.reference_id, e.kind
    ) select coalesce(array_agg(reference_id), '{}'), coalesce(array_agg(kind), '{}')
      into deleted_ids, kinds from removed;
    deleted := deleted + cardinality(deleted_ids);
    delete from ledger_postings p using unnest(deleted_ids, kinds) as row (id, kind)
    where p.merchant_id = sandbox and p.environment = 'test' and p.reference_id = row.id
      and p.kind = row.kind;
    delete from payouts p using unnest(deleted_ids, kinds) as row (id, kind)
    where p.merchant_id = sandbox and p.environment = 'test' and p.id = row.id
      and row.kind in ('payout_paid', 'payout_failed');
    with removed as (
      delete from refunds r using unnest(deleted_ids, kinds) as row (id, kind)
      where r.merchant_id = sandbox and r.environment = 'test' and r.id = row.id
        and row.kind in ('refund_paid', 'refund_failed')
      returning r.charge_id, r.id, r.end_to_end_id
    ), names as (
      delete from api_pix_returns n using removed r
      where n.merchant_id = sandbox and n.environment = 'test'
        and n.end_to_end_id = r.end_to_end_id and n.refund_id = r.id
    ) select coalesce(array_agg(charge_id), '{}') into refunded from removed;
    with removed as (
      delete from charges c
      where c.merchant_id = sandbox and c.environment = 'test' and c.id = any(deleted_ids || refunded)
        and c.paid_at is not null
        and not exists (select from refunds r where r.charge_id = c.id and r.merchant_id = sandbox
          and r.environment = 'test')
        and not exists (select from ledger_postings p where p.merchant_id = sandbox
          and p.environment = 'test' and p.reference_id = c.id)
      returning c.id, c.external_id
    ), names as (
      delete from api_pix_charges t using removed r
      where t.merchant_id = sandbox and t.environment = 'test' and t.charge_id = r.id
        and t.txid in (r.external_id, replace(r.id::text, '-', ''))
    ), revisions as (
      delete from charge_revisions v using removed r
      where v.merchant_id = sandbox and v.environment = 'test' and v.charge_id = r.id
    ) select count(*) into freed from removed;
  end loop;
  return deleted;
end
$$;

-- Deletes a batch of unpaid charges of the sandbox with smaller ids. Returns how many.
create function delete_sandbox_charges(before_id uuid, rows_max bigint)
returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  deleted bigint;
begin
  with removed as (
    delete from charges c where c.merchant_id = sandbox and c.environment = 'test'
      and c.paid_at is null and c.id in (
        select id from charges
        where status in ('pending', 'expired', 'canceled') and merchant_id = sandbox
          and environment = 'test' and id < before_id
        limit rows_max for update skip locked)
    returning c.id, c.external_id
  ), names as (
    delete from api_pix_charges t using removed r
    where t.merchant_id = sandbox and t.environment = 'test' and t.charge_id = r.id
      and t.txid in (r.external_id, replace(r.id::text, '-', ''))
  ), revisions as (
    delete from charge_revisions v using removed r
    where v.merchant_id = sandbox and v.environment = 'test' and v.charge_id = r.id
  ) select count(*) into deleted from removed;
  return deleted;
end
$$;

-- Deletes a batch of locations of the sandbox that are older than an id of a charge, unless a newer
-- charge has them. Returns how many.
create function delete_sandbox_locations(before_id uuid, rows_max bigint)
returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  before_at constant timestamptz := to_timestamp(
    ('x' || substr(replace(before_id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);
  deleted bigint;
begin
  delete from api_pix_locations l where l.merchant_id = sandbox and l.environment = 'test'
    and l.id in (
      select id from api_pix_locations
      where merchant_id = sandbox and environment = 'test' and created_at < before_at
        and (charge_id is null or charge_id < before_id)
      order by id limit rows_max);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

-- Deletes a batch of the sandbox's events from before its openings, with deliveries and attempts.
create function delete_sandbox_events(rows_max bigint) returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  before_id constant uuid := (
    select partition_bound('id', min(opened_at))::uuid from ledger_openings
    where merchant_id = sandbox);
  deleted_ids uuid[];
begin
  if before_id is null then return 0; end if;
  with removed as (
    delete from webhook_events where merchant_id = sandbox and environment = 'test'
      and id in (
        select id from webhook_events where merchant_id = sandbox
          and environment = 'test' and id < before_id order by id limit rows_max)
    returning id
  ) select coalesce(array_agg(id), '{}') into deleted_ids from removed;
  delete from webhook_deliveries where merchant_id = sandbox and environment = 'test'
    and event_id = any(deleted_ids);
  delete from webhook_attempts where merchant_id = sandbox and environment = 'test'
    and event_id = any(deleted_ids);
  return cardinality(deleted_ids);
end
$$;

-- Deletes a batch of closed disputes of the sandbox, with their holds. Returns how many. It runs
-- before delete_sandbox_postings, so that no dispute is left whose postings are deleted.
create function delete_sandbox_disputes(rows_max bigint) returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  until_at constant timestamptz := (
    select min(opened_at) from ledger_openings where merchant_id = sandbox);
  deleted_ids uuid[];
  hold_ids uuid[];
  return_ids uuid[];
  charge_ids uuid[];
  freed bigint;
begin
  if until_at is null then return 0; end if;
  with removed as (
    delete from disputes d where d.merchant_id = sandbox and d.environment = 'test' and d.id in (
      select id from disputes
      where status in ('accepted', 'rejected', 'canceled') and merchant_id = sandbox
        and environment = 'test' and closed_at < until_at and claimed_centavos = 0
      order by id limit rows_max)
    returning d.id, d.charge_id
  ) select coalesce(array_agg(id), '{}'), coalesce(array_agg(charge_id), '{}')
    into deleted_ids, charge_ids from removed;
  with removed as (
    delete from dispute_shares s where s.merchant_id = sandbox and s.environment = 'test'
      and s.dispute_id = any(deleted_ids)
    returning s.id
  ) select coalesce(array_agg(id), '{}') into hold_ids from removed;
  delete from balance_hold_movements m where m.merchant_id = sandbox and m.environment = 'test'
    and m.hold_id = any(hold_ids);
  delete from balance_holds h where h.merchant_id = sandbox and h.environment = 'test'
    and h.id = any(hold_ids);
  with removed as (
    delete from dispute_returns r where r.merchant_id = sandbox and r.environment = 'test'
      and r.dispute_id = any(deleted_ids)
    returning r.id
  ) select coalesce(array_agg(id), '{}') into return_ids from removed;
  delete from dispute_return_parts p where p.merchant_id = sandbox and p.environment = 'test'
    and p.return_id = any(return_ids);
  delete from dispute_defenses f where f.merchant_id = sandbox and f.environment = 'test'
    and f.dispute_id = any(deleted_ids);
  -- Charges whose posting was deleted before: see keep_disputed_charge.
  with removed as (
    delete from charges c where c.merchant_id = sandbox and c.environment = 'test'
      and c.id = any(charge_ids)
      and not exists (select from refunds r where r.charge_id = c.id and r.merchant_id = sandbox
        and r.environment = 'test')
      and not exists (select from ledger_postings p where p.merchant_id = sandbox
        and p.environment = 'test' and p.reference_id = c.id)
    returning c.id, c.external_id
  ), names as (
    delete from api_pix_charges t using removed r
    where t.merchant_id = sandbox and t.environment = 'test' and t.charge_id = r.id
      and t.txid in (r.external_id, replace(r.id::text, '-', ''))
  ), revisions as (
    delete from charge_revisions v using removed r
    where v.merchant_id = sandbox and v.environment = 'test' and v.charge_id = r.id
  ) select count(*) into freed from removed;
  return cardinality(deleted_ids);
end
$$;

revoke execute on function mark_sandbox_checkpoint, open_sandbox_ledger, delete_sandbox_postings,
  delete_sandbox_charges, delete_sandbox_locations, delete_sandbox_events, delete_sandbox_disputes
  from public;

-- A foreign key of a table that a cluster copies to its nodes has no action.
alter table credentials add constraint credentials_test_clock_id_fkey
  foreign key (test_clock_id) references test_clocks;

-- In each bucket.

-- The balances of the sandbox's accounts, once an hour. The data of the public sandbox is bounded:
-- rows older than its retention are deleted, and paid charges with their postings. The ledger can
-- still be verified: an opening, which is set to one of these checkpoints, records for each account
-- how many entries were deleted, and their sum.
create table sandbox_checkpoints (
  at timestamptz not null,
  account text not null,
  entry_count bigint not null,
  balance_centavos bigint not null,
  primary key (at, account)
);

-- What lives in the time of a test clock, and when it is due by that clock. The rows themselves
-- hide from the work that goes by the real time: a charge, payout or refund is due at 'infinity', a
-- delivery waits in a lane of its own, and a settlement names its clock. So that work reads neither
-- this table nor more rows than before.
create table test_clock_items (
  merchant_id uuid not null,
  environment text not null check (environment = 'test'),
  kind text not null
    check (kind in ('charge', 'payout', 'payout_return', 'refund', 'settlement', 'payer_mail',
      'delivery', 'dispute', 'subscription')),
  id uuid not null,
  -- The event of a delivery.
  event_id uuid,
  clock_id uuid not null,
  -- By the clock; null when nothing is due.
  due_at timestamptz,
  -- Whether a delivery was given to the worker of deliveries: the clock waits for its result.
  is_under_way boolean not null default false,
  primary key (merchant_id, environment, kind, id),
  constraint test_clock_items_event check ((kind = 'delivery') = (event_id is not null)),
  constraint test_clock_items_under_way check (not is_under_way or kind = 'delivery')
);

create index test_clock_items_due on test_clock_items (clock_id, due_at);
create index test_clock_items_sent on test_clock_items (clock_id) where is_under_way;
