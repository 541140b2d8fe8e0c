-- The data of the public sandbox is bounded: rows older than its retention are deleted, and paid
-- charges with their postings. The ledger can still be verified: an opening records for each
-- account of the sandbox how many entries were deleted, and their sum.

-- The balances of the sandbox's accounts, once an hour. An opening is set to one of them.
create table sandbox_checkpoints (
  at timestamptz not null,
  account text not null,
  entry_count bigint not null,
  balance_centavos bigint not null,
  primary key (at, account)
);

-- The entries of an account up to `entry_count` count as deleted. They are deleted in batches.
create table ledger_openings (
  merchant_id uuid not null,
  environment text not null check (environment = 'test'),
  account text not null,
  entry_count bigint not null check (entry_count >= 0),
  balance_centavos bigint not null,
  opened_at timestamptz not null,
  primary key (merchant_id, environment, account)
);

create function ledger_check_opening() returns trigger language plpgsql as $$
begin
  if not exists (select from merchants where merchant_id = new.merchant_id and is_sandbox) then
    raise exception 'only the sandbox has openings' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and new.entry_count < old.entry_count then
    raise exception 'an opening only moves forward' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger ledger_openings_sandbox before insert or update on ledger_openings
  for each row execute function ledger_check_opening();

-- Whether rows of a ledger scope from an instant may be deleted. The ten minutes allow for clocks
-- of processes that differ.
create function may_be_deleted(of_merchant uuid, in_environment text, happened_at timestamptz)
returns boolean language sql stable
return exists (
  select from ledger_openings where merchant_id = of_merchant and environment = in_environment
    and happened_at <= opened_at + interval '10 minutes'
);

-- Every role, even the owner, may delete only entries and postings that an opening covers.
create function ledger_refuse_deleted_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select from removed r where not exists (
      select from ledger_openings o
      where (o.merchant_id, o.environment, o.account) = (r.merchant_id, r.environment, r.account)
        and r.sequence <= o.entry_count
    )
  ) then
    raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create function ledger_refuse_deleted_postings() returns trigger language plpgsql as $$
begin
  if exists (
    select from removed r where not may_be_deleted(r.merchant_id, r.environment, r.created_at)
  ) then
    raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

drop trigger ledger_entries_append_only on ledger_entries;
create trigger ledger_entries_append_only before update or truncate on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger ledger_entries_kept after delete on ledger_entries
  referencing old table as removed
  for each statement execute function ledger_refuse_deleted_entries();
drop trigger ledger_postings_append_only on ledger_postings;
create trigger ledger_postings_append_only before update or truncate on ledger_postings
  for each statement execute function ledger_refuse_change();
create trigger ledger_postings_kept after delete on ledger_postings
  referencing old table as removed
  for each statement execute function ledger_refuse_deleted_postings();

create function sandbox_merchant() returns uuid language sql stable
return (select merchant_id from merchants where is_sandbox);

-- Records the balances of the sandbox's accounts, unless that was done within the last hour. Every
-- posting is completely before or after a checkpoint, because the accounts are locked.
create function mark_sandbox_checkpoint(now_at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from sandbox_checkpoints where at > now_at - interval '1 hour') then
    return false;
  end if;
  perform from ledger_accounts where merchant_id = sandbox_merchant() and environment = 'test'
    order by account for update;
  insert into sandbox_checkpoints (at, account, entry_count, balance_centavos)
  select now_at, account, entry_count, balance_centavos from ledger_accounts
  where merchant_id = sandbox_merchant() and environment = 'test'
  on conflict do nothing;
  return found;
end
$$;

-- Moves the openings of the sandbox to the last checkpoint before an instant.
create function open_sandbox_ledger(before timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last timestamptz := (select max(at) from sandbox_checkpoints where at < before);
begin
  insert into ledger_openings
    (merchant_id, environment, account, entry_count, balance_centavos, opened_at)
  select sandbox_merchant(), 'test', account, entry_count, balance_centavos, at
  from sandbox_checkpoints where at = last order by account
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
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sandbox constant uuid := sandbox_merchant();
  opening ledger_openings;
  deleted_ids uuid[];
  kinds text[];
  refunded uuid[];
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
      returning r.charge_id
    ) select coalesce(array_agg(charge_id), '{}') into refunded from removed;
    delete from charges c
    where c.merchant_id = sandbox and c.environment = 'test' and c.id = any(deleted_ids || refunded)
      and c.paid_at is not null
      and not exists (select from refunds r where r.charge_id = c.id and r.merchant_id = sandbox
        and r.environment = 'test')
      and not exists (select from ledger_postings p where p.merchant_id = sandbox
        and p.environment = 'test' and p.reference_id = c.id);
  end loop;
  return deleted;
end
$$;

-- Deletes a batch of unpaid charges of the sandbox with smaller ids. Returns how many.
create function delete_sandbox_charges(before_id uuid, rows_max bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleted bigint;
begin
  delete from charges c where c.merchant_id = sandbox_merchant() and c.environment = 'test'
    and c.paid_at is null and c.id in (
      select id from charges
      where status in ('pending', 'expired') and merchant_id = sandbox_merchant()
        and environment = 'test' and id < before_id
      limit rows_max for update skip locked);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

-- Deletes a batch of the sandbox's events from before its openings, with deliveries and attempts.
create function delete_sandbox_events(rows_max bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before_id constant uuid := (
    select partition_bound('id', min(opened_at))::uuid from ledger_openings
    where merchant_id = sandbox_merchant());
  deleted_ids uuid[];
begin
  with removed as (
    delete from webhook_events where merchant_id = sandbox_merchant() and environment = 'test'
      and id in (
        select id from webhook_events where merchant_id = sandbox_merchant()
          and environment = 'test' and id < before_id order by id limit rows_max)
    returning id
  ) select coalesce(array_agg(id), '{}') into deleted_ids from removed;
  delete from webhook_deliveries where merchant_id = sandbox_merchant() and environment = 'test'
    and event_id = any(deleted_ids);
  delete from webhook_attempts where merchant_id = sandbox_merchant() and environment = 'test'
    and event_id = any(deleted_ids);
  return cardinality(deleted_ids);
end
$$;

create index mails_by_recipient on mails (recipient, id);

revoke execute on function mark_sandbox_checkpoint, open_sandbox_ledger, delete_sandbox_postings,
  delete_sandbox_charges, delete_sandbox_events, make_partitions, drop_expired_partition
  from public;
