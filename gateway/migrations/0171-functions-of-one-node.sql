-- Citus runs a part of a statement where the rows are, and a function in that part may ask no other
-- table. So each function here asks first and then passes values. A trigger asks the tables of its own
-- schema, whatever the search path of the session is: Citus opens sessions without one.

create or replace function public.mark_sandbox_checkpoint(now_at timestamptz) returns boolean
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

create or replace function public.delete_sandbox_charges(before_id uuid, rows_max bigint)
returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  deleted bigint;
begin
  delete from charges c where c.merchant_id = sandbox and c.environment = 'test'
    and c.paid_at is null and c.id in (
      select id from charges
      where status in ('pending', 'expired') and merchant_id = sandbox
        and environment = 'test' and id < before_id
      limit rows_max for update skip locked);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

create or replace function public.delete_sandbox_events(rows_max bigint) returns bigint
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

create or replace function public.delete_sandbox_disputes(rows_max bigint) returns bigint
language plpgsql security definer set search_path = b0, public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  until_at constant timestamptz := (
    select min(opened_at) from ledger_openings where merchant_id = sandbox);
  deleted_ids uuid[];
  hold_ids uuid[];
  return_ids uuid[];
  charge_ids uuid[];
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
  delete from charges c where c.merchant_id = sandbox and c.environment = 'test'
    and c.id = any(charge_ids)
    and not exists (select from refunds r where r.charge_id = c.id and r.merchant_id = sandbox
      and r.environment = 'test')
    and not exists (select from ledger_postings p where p.merchant_id = sandbox
      and p.environment = 'test' and p.reference_id = c.id);
  return cardinality(deleted_ids);
end
$$;

create or replace function public.keep_disputed_charge() returns trigger language plpgsql as $$
declare
  is_disputed boolean;
begin
  execute format('select exists (select from %I.disputes
      where (charge_id, merchant_id, environment) = ($1, $2, $3))', tg_table_schema)
  into is_disputed using old.id, old.merchant_id, old.environment;
  return case when is_disputed then null else old end;
end
$$;

create or replace function public.ledger_check_opening() returns trigger language plpgsql as $$
begin
  if not exists (
    select from public.merchants where merchant_id = new.merchant_id and is_sandbox
  ) then
    raise exception 'only the sandbox has openings' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and new.entry_count < old.entry_count then
    raise exception 'an opening only moves forward' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- On a cluster the name of a table ends with a number: payouts_102040.
create or replace function public.refuse_illegal_transition() returns trigger language plpgsql as $$
begin
  if old.status || ' > ' || new.status = any(tg_argv) then return new; end if;
  if tg_table_name ~ '^(payouts|refunds)(_[0-9]+)?$' then
    if old.status in ('paid', 'done') and new.status = 'failed' and old.resolution = 'paid'
      and new.resolution = 'reversed' then return new; end if;
  elsif tg_table_name ~ '^(charges|charge_splits)(_[0-9]+)?$' then
    if old.status in ('partially_refunded', 'refunded')
      and new.status in ('paid', 'partially_refunded')
      and new.refunded_centavos < old.refunded_centavos then return new; end if;
  end if;
  raise exception '% may not go from % to %', tg_table_name, old.status, new.status
    using errcode = 'restrict_violation';
end
$$;

-- A row of `merchants` is on each node of a cluster, and a trigger may not lock it there. Concurrent
-- changes of a team wait for a number instead.
create or replace function public.refuse_team_without_owner() returns trigger language plpgsql as $$
declare
  merchant uuid := case when tg_op = 'INSERT' then new."merchantId" else old."merchantId" end;
begin
  if merchant is null then return null; end if;
  perform pg_advisory_xact_lock(7316096, hashtext(merchant::text));
  if exists (select from auth."user" where "merchantId" = merchant)
    and not exists (
      select from auth."user" where "merchantId" = merchant and "memberRole" = 'owner')
  then
    raise exception 'a merchant with members needs an owner'
      using errcode = 'restrict_violation', constraint = 'user_team_has_owner';
  end if;
  return null;
end
$$;
