-- A bucket is a schema that holds all rows of its merchants, so that a cluster can keep each bucket on
-- a machine of its own. Here all tables of merchants move to the first bucket, b0. What is global
-- stays in `public`. Statements name no schema: the search path of a connection chooses the bucket.

create table buckets (
  bucket_id text primary key check (bucket_id ~ '^b(0|[1-9][0-9]{0,5})$'),
  -- `making`: its tables are being made. `open`: new merchants may go there. `closed`: they may not.
  state text not null check (state in ('making', 'open', 'closed')),
  created_at timestamptz not null
);

insert into buckets (bucket_id, state, created_at) values ('b0', 'open', now());

alter table merchants add column bucket_id text not null default 'b0' references buckets;
create index merchants_by_bucket on merchants (bucket_id);

-- Which migrations a bucket has. A new bucket copies b0, so it has all that b0 has.
create table bucket_migrations (
  bucket_id text not null references buckets,
  name text not null,
  applied_at timestamptz not null,
  primary key (bucket_id, name)
);

create schema b0;

do $$
declare
  one text;
begin
  for one in
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and coalesce(pg_partition_root(c.oid), c.oid)::regclass::text not in (
        'audit_log', 'bank_callbacks', 'bank_leases', 'bucket_migrations', 'buckets',
        'claimed_usernames', 'credential_usage', 'credentials', 'dispute_polls',
        'incoming_payment_periods', 'incoming_payment_windows', 'installation', 'kyc_applications',
        'kyc_documents', 'kyc_submissions', 'ledger_verification_lease', 'ledger_verifications',
        'mails', 'merchants', 'operator_alerts', 'operator_proposals', 'partitioned_tables',
        'payout_stops', 'reconciliation_parts', 'reconciliation_reports', 'sandbox_resets',
        'schema_migrations', 'unreadable_payments', 'unrequested_refunds', 'worker_processes')
    order by c.relname
  loop
    execute format('alter table public.%I set schema b0', one);
  end loop;
end
$$;

-- The merchants of a bucket. When there are several buckets, tables of the bucket refer to it: a
-- write for a merchant that has moved to another bucket fails. The first row is the platform.
create table b0.bucket_merchants (merchant_id uuid primary key);

insert into b0.bucket_merchants (merchant_id)
select '00000000-0000-0000-0000-000000000000'
union select merchant_id from merchants;

-- For people with psql, and for tools: the owner of the database may set its search path. The
-- gateway sets it for each connection.
do $$
begin
  execute format('alter database %I set search_path = b0, public', current_database());
exception when insufficient_privilege then null;
end
$$;

-- The sandbox and the platform stay in b0, so these functions need no other bucket.
alter function mark_sandbox_checkpoint set search_path = b0, public, pg_temp;
alter function open_sandbox_ledger set search_path = b0, public, pg_temp;
alter function delete_sandbox_postings set search_path = b0, public, pg_temp;
alter function delete_sandbox_charges set search_path = b0, public, pg_temp;
alter function delete_sandbox_events set search_path = b0, public, pg_temp;
alter function delete_sandbox_disputes set search_path = b0, public, pg_temp;

-- Where a partitioned table is: in the bucket, or in `public` when it is global.
create function schema_of_partitioned(in_bucket text, of_table text) returns text
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if not exists (select from buckets where bucket_id = in_bucket) then
    raise exception 'no bucket %', in_bucket using errcode = 'invalid_schema_name';
  end if;
  if to_regclass(format('%I.%I', in_bucket, of_table)) is null then return 'public'; end if;
  return in_bucket;
end
$$;

drop function make_partitions(timestamptz);
drop function drop_expired_partition(text, timestamptz);

-- As before, for the tables of one bucket and the global ones.
create function make_partitions(in_bucket text, at timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent partitioned_tables;
  place text;
  seconds bigint;
  begins timestamptz;
  partition text;
  made bigint := 0;
begin
  for parent in select * from partitioned_tables order by table_name loop
    place := schema_of_partitioned(in_bucket, parent.table_name);
    seconds := parent.days_in_partition * 86400;
    for step in 0 .. parent.partitions_ahead loop
      begins := to_timestamp((floor((extract(epoch from at) - 86400) / seconds) + step) * seconds);
      partition := parent.table_name || '_' || to_char(begins at time zone 'UTC', 'YYYYMMDD');
      continue when to_regclass(format('%I.%I', place, partition)) is not null;
      perform pg_advisory_xact_lock(7316002);
      begin
        execute format('create table %I.%I (like %I.%I including all)', place, partition,
          place, parent.table_name) || coalesce(' with (' || parent.storage_parameters || ')', '');
        if parent.table_name = 'webhook_events' then
          execute format('create unique index on %I.%I (resource_id, sequence, merchant_id,'
            ' environment)', place, partition);
        end if;
        execute format('alter table %I.%I attach partition %I.%I for values from (%L) to (%L)',
          place, parent.table_name, place, partition,
          partition_bound(parent.bounded_by, begins),
          partition_bound(parent.bounded_by, begins + seconds * interval '1 second'));
        made := made + 1;
      exception when duplicate_table then
        -- Another process made the partition while this one waited for the lock.
      end;
    end loop;
  end loop;
  return made;
end
$$;

-- As before, for the table of one bucket. `kept_from` is that of the bucket that dropped most.
create function drop_expired_partition(in_bucket text, of_table text, before timestamptz)
returns text language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '250ms' as $$
declare
  parent partitioned_tables;
  place text;
  child record;
  is_needed boolean;
begin
  select * into strict parent from partitioned_tables where table_name = of_table;
  place := schema_of_partitioned(in_bucket, of_table);
  for child in
    select * from (
      select c.relname::text as name,
        to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC'
          + parent.days_in_partition * interval '24 hours' as ends
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = format('%I.%I', place, of_table)::regclass
    ) partitions where ends <= before order by ends
  loop
    execute format('lock table %I.%I in access exclusive mode', place, of_table);
    if of_table = 'bank_callbacks' then
      execute format('select exists (select from %I.%I where due_at is not null)', place, child.name)
        into is_needed;
      continue when is_needed;
    end if;
    execute format('drop table if exists %I.%I', place, child.name);
    update partitioned_tables set kept_from = greatest(kept_from, child.ends)
      where table_name = of_table;
    return child.name;
  end loop;
  return null;
end
$$;

revoke execute on function make_partitions, drop_expired_partition from public;
