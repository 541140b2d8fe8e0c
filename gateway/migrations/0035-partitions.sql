-- Tables whose rows expire are partitioned by time: deleting 10^7 rows costs hours of vacuum, dropping
-- a partition costs milliseconds. The gateway's role owns no table, so it makes and drops partitions
-- by the two functions below, which only change the tables listed here.

create table partitioned_tables (
  table_name text primary key,
  -- The partition key: `id` is a UUIDv7, whose first 48 bits are milliseconds; `date` is a day (UTC).
  bounded_by text not null check (bounded_by in ('id', 'date')),
  days_in_partition bigint not null check (days_in_partition > 0),
  -- How many partitions are made in advance.
  partitions_ahead bigint not null check (partitions_ahead > 0),
  -- Rows older than this may have been dropped; no newer row was dropped.
  kept_from timestamptz not null default '-infinity'
);

insert into partitioned_tables (table_name, bounded_by, days_in_partition, partitions_ahead) values
  ('webhook_events', 'id', 7, 4),
  ('webhook_deliveries', 'id', 7, 4),
  ('webhook_attempts', 'id', 7, 4),
  ('bank_callbacks', 'id', 7, 4);

create function partition_bound(bounded_by text, at timestamptz) returns text
language sql stable set search_path = public, pg_temp
return case bounded_by
  when 'date' then to_char(at at time zone 'UTC', 'YYYY-MM-DD')
  else (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid::text
end;

-- Makes the missing partitions from the day before an instant on. A partition is created as a separate
-- table and then attached, because `create table … partition of` would block writers.
create function make_partitions(at timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent partitioned_tables;
  seconds bigint;
  begins timestamptz;
  partition text;
  made bigint := 0;
begin
  for parent in select * from partitioned_tables order by table_name loop
    seconds := parent.days_in_partition * 86400;
    for step in 0 .. parent.partitions_ahead loop
      begins := to_timestamp((floor((extract(epoch from at) - 86400) / seconds) + step) * seconds);
      partition := parent.table_name || '_' || to_char(begins at time zone 'UTC', 'YYYYMMDD');
      continue when to_regclass(quote_ident(partition)) is not null;
      perform pg_advisory_xact_lock(7316002);
      begin
        execute format('create table %I (like %I including all)', partition, parent.table_name);
        if parent.table_name = 'webhook_events' then
          execute format('create unique index on %I (resource_id, sequence, merchant_id, environment)',
            partition);
        end if;
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          parent.table_name, partition,
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

-- Drops the oldest partition whose rows are all older than an instant, and returns its name, or null.
-- It needs an exclusive lock for a moment. If a long read uses the table, it fails after 250 ms
-- (lock_not_available), so that writers don't wait behind it, and is called again later. A partition
-- with unprocessed call-backs of the bank is not dropped.
create function drop_expired_partition(of_table text, before timestamptz) returns text
language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '250ms' as $$
declare
  parent partitioned_tables;
  child record;
  is_needed boolean;
begin
  select * into strict parent from partitioned_tables where table_name = of_table;
  for child in
    select * from (
      select c.relname::text as name,
        to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC'
          + parent.days_in_partition * interval '24 hours' as ends
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = quote_ident(of_table)::regclass
    ) partitions where ends <= before order by ends
  loop
    execute format('lock table %I in access exclusive mode', of_table);
    if of_table = 'bank_callbacks' then
      execute format('select exists (select from %I where due_at is not null)', child.name)
        into is_needed;
      continue when is_needed;
    end if;
    execute format('drop table if exists %I', child.name);
    update partitioned_tables set kept_from = greatest(kept_from, child.ends)
      where table_name = of_table;
    return child.name;
  end loop;
  return null;
end
$$;
