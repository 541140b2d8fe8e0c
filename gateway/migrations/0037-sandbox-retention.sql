-- The public sandbox is bounded: what is older than its retention goes, paid charges with their
-- postings. The ledger stays provable: an opening says for each account of the sandbox how many
-- entries are gone and what they summed to. Nothing here touches another merchant's rows.

-- What the accounts of the sandbox stood at, once an hour: where an opening may be set.
create table sandbox_checkpoints (
  at timestamptz not null,
  account text not null,
  entry_count bigint not null,
  balance_centavos bigint not null,
  primary key (at, account)
);

-- The entries of an account up to `entry_count` count as gone: they are deleted step by step.
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

-- Whether something of a book that happened at an instant may be gone. The minutes are for processes
-- whose clocks differ.
create function is_forgotten(of_merchant uuid, in_environment text, happened_at timestamptz)
returns boolean language sql stable
return exists (
  select from ledger_openings where merchant_id = of_merchant and environment = in_environment
    and happened_at <= opened_at + interval '10 minutes'
);

-- Every role, the owner too, may delete only entries and postings that an opening balance covers.
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
    select from removed r where not is_forgotten(r.merchant_id, r.environment, r.created_at)
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

-- Notes where the accounts of the sandbox stand, unless that was done within the last hour. Every
-- posting is wholly before or wholly after a checkpoint, for the accounts are locked.
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

-- Deletes some rows of the sandbox that are behind its openings: entries, their postings, and the
-- charges, payouts and refunds that they booked. The sandbox splits nothing, so no other book has
-- a part of them. A charge with a refund that stays stays too. Returns how many entries.
create function forget_sandbox_postings(rows_max bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  book constant uuid := sandbox_merchant();
  opening ledger_openings;
  gone uuid[];
  kinds text[];
  refunded uuid[];
  deleted bigint := 0;
begin
  for opening in select * from ledger_openings where merchant_id = book order by account loop
    with removed as (
      delete from ledger_entries e
      where e.merchant_id = book and e.environment = 'test' and e.account = opening.account
        and e.sequence <= opening.entry_count and e.sequence < rows_max + (
          select min(f.sequence) from ledger_entries f
          where f.merchant_id = book and f.environment = 'test' and f.account = opening.account)
      returning e.reference_id, e.kind
    ) select coalesce(array_agg(reference_id), '{}'), coalesce(array_agg(kind), '{}')
      into gone, kinds from removed;
    deleted := deleted + cardinality(gone);
    delete from ledger_postings p using unnest(gone, kinds) as row (id, kind)
    where p.merchant_id = book and p.environment = 'test' and p.reference_id = row.id
      and p.kind = row.kind;
    delete from payouts p using unnest(gone, kinds) as row (id, kind)
    where p.merchant_id = book and p.environment = 'test' and p.id = row.id
      and row.kind in ('payout_paid', 'payout_failed');
    with removed as (
      delete from refunds r using unnest(gone, kinds) as row (id, kind)
      where r.merchant_id = book and r.environment = 'test' and r.id = row.id
        and row.kind in ('refund_paid', 'refund_failed')
      returning r.charge_id
    ) select coalesce(array_agg(charge_id), '{}') into refunded from removed;
    delete from charges c
    where c.merchant_id = book and c.environment = 'test' and c.id = any(gone || refunded)
      and c.paid_at is not null
      and not exists (select from refunds r where r.charge_id = c.id and r.merchant_id = book
        and r.environment = 'test')
      and not exists (select from ledger_postings p where p.merchant_id = book
        and p.environment = 'test' and p.reference_id = c.id);
  end loop;
  return deleted;
end
$$;

-- Deletes some charges of the sandbox that were not paid, below an id. Returns how many.
create function forget_sandbox_charges(before_id uuid, rows_max bigint) returns bigint
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

-- Deletes some events of the sandbox from before its openings, with their deliveries and attempts.
create function forget_sandbox_events(rows_max bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before_id constant uuid := (
    select partition_bound('id', min(opened_at))::uuid from ledger_openings
    where merchant_id = sandbox_merchant());
  gone uuid[];
begin
  with removed as (
    delete from webhook_events where merchant_id = sandbox_merchant() and environment = 'test'
      and id in (
        select id from webhook_events where merchant_id = sandbox_merchant()
          and environment = 'test' and id < before_id order by id limit rows_max)
    returning id
  ) select coalesce(array_agg(id), '{}') into gone from removed;
  delete from webhook_deliveries where merchant_id = sandbox_merchant() and environment = 'test'
    and event_id = any(gone);
  delete from webhook_attempts where merchant_id = sandbox_merchant() and environment = 'test'
    and event_id = any(gone);
  return cardinality(gone);
end
$$;

create index mails_by_recipient on mails (recipient, id);

revoke execute on function mark_sandbox_checkpoint, open_sandbox_ledger, forget_sandbox_postings,
  forget_sandbox_charges, forget_sandbox_events, make_partitions, drop_expired_partition
  from public;
