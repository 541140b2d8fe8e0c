-- What every room stands on: buckets, partitions, mails, the audit log and idempotency keys.

-- For people with psql, and for tools: the owner of the database may set its search path. The
-- gateway sets it for each connection.
do $$
begin
  execute format('alter database %I set search_path = b0, public', current_database());
exception when insufficient_privilege then null;
end
$$;

-- Versions without buckets create schema_migrations in the first schema of the search path, which
-- is b0, and begin to migrate. This view is in their way: they read a migration that they don't
-- know, and refuse the database before they change anything. The gateway reads
-- public.schema_migrations.
create view b0.schema_migrations as
select '0000-database-of-a-newer-version.sql'::text as name, ''::text as sha256,
  null::timestamptz as applied_at;

grant select on b0.schema_migrations to public;

-- A bucket is a schema that holds all rows of its merchants, so that a cluster can keep each bucket
-- on a machine of its own. What is global is in `public`. Statements name no schema: the search
-- path of a connection chooses the bucket.
create table buckets (
  bucket_id text primary key check (bucket_id ~ '^b(0|[1-9][0-9]{0,5})$'),
  -- `making`: its tables are being made. `open`: new merchants may go there. `closed`: they may
  -- not.
  state text not null check (state in ('making', 'open', 'closed')),
  created_at timestamptz not null
);

insert into buckets (bucket_id, state, created_at) values ('b0', 'open', now());

-- Which migrations each bucket has. A new bucket is made as the newest version has it, and gets the
-- names of b0.
create table bucket_migrations (
  bucket_id text not null references buckets,
  name text not null,
  applied_at timestamptz not null,
  primary key (bucket_id, name)
);

-- Tables whose rows expire are partitioned by time: deleting 10^7 rows costs hours of vacuum,
-- dropping a partition costs milliseconds. The gateway's role owns no table, so it makes and drops
-- partitions by make_partitions and drop_expired_partition, which only change the tables listed
-- here.
create table partitioned_tables (
  table_name text primary key,
  -- The partition key: `id` is a UUIDv7, whose first 48 bits are milliseconds; `date` is a day
  -- (UTC).
  bounded_by text not null check (bounded_by in ('id', 'date')),
  days_in_partition bigint not null check (days_in_partition > 0),
  -- How many partitions are made in advance.
  partitions_ahead bigint not null check (partitions_ahead > 0),
  -- Rows older than this may have been dropped; no newer row was dropped.
  kept_from timestamptz not null default '-infinity',
  -- Storage parameters of a table's partitions, which make_partitions sets: a partitioned table has
  -- none of its own.
  storage_parameters text
);

insert into partitioned_tables
  (table_name, bounded_by, days_in_partition, partitions_ahead, storage_parameters)
values
  ('bank_callbacks', 'id', 7, 4, null),
  ('idempotency_keys', 'date', 1, 3, null),
  ('request_log', 'id', 1, 3, null),
  ('webhook_attempts', 'id', 7, 4, null),
  -- A delivery is updated with its result soon after its insert, and is then twice as long. The free
  -- space keeps the new version in its page, so that a success at once needs no index entries.
  ('webhook_deliveries', 'id', 7, 4, 'fillfactor = 35'),
  ('webhook_events', 'id', 7, 4, null);

-- The bound of a partition that begins at an instant.
create function partition_bound(bounded_by text, at timestamptz) returns text
language sql stable set search_path = public, pg_temp
return case bounded_by
  when 'date' then to_char(at at time zone 'UTC', 'YYYY-MM-DD')
  else (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))
    ::uuid::text
end;

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

-- Makes the missing partitions from the day before an instant on, of the tables of one bucket and
-- of the global ones. A partition is created as a separate table and then attached, because `create
-- table … partition of` would block writers.
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

-- Drops the oldest partition of a table of one bucket whose rows are all older than an instant, and
-- returns its name, or null. It needs an exclusive lock for a moment. If a long read uses the
-- table, it fails after 250 ms (lock_not_available), so that writers don't wait behind it, and is
-- called again later. A partition with unprocessed call-backs of the bank is not dropped.
-- `kept_from` is that of the bucket that dropped most.
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

-- A constant sealed with the encryption key: a start with another key fails at once.
create table installation (
  is_only_row boolean primary key default true check (is_only_row),
  sealed_check bytea not null,
  -- Says that this password of the sandbox's user was checked against this hash: a check with
  -- scrypt takes 0.1 s of processor time at each start and each command.
  sandbox_user_mark text,
  -- The key of the authentication codes of receipts, sealed like all secrets. A code must fit for
  -- as long as somebody keeps its receipt, so it doesn't change with the encryption key: a rotation
  -- seals it again. The first receipt makes it. Nothing is stored for each receipt.
  sealed_receipt_key bytea,
  -- The key and the certificate by which payloads of the test environment are signed (API Pix). The
  -- first payload makes them.
  sealed_payload_key bytea,
  -- Counts the blocks of numbers that processes took for the ids of locations.
  location_blocks bigint not null default 0
);

-- The heartbeat of each worker, so that the jobs of a stopped worker are freed.
create table worker_processes (
  worker_id text primary key,
  seen_at timestamptz not null
);

-- Every mail that was written. Without an SMTP server operators read them in the outbox.
create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  -- Sealed, because it may hold a link that sets a password.
  sealed_body bytea not null,
  status text not null check (status in ('pending', 'sent', 'kept', 'failed', 'canceled')),
  attempt_count bigint not null default 0,
  next_attempt_at timestamptz,
  failure text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- A mail to the payer of a charge: the charge and the address to unsubscribe at.
  payer_mail json,
  -- Which files are attached, as JSON of the room that makes them when the mail is sent.
  attached_files text,
  -- The language of the text, for the words around it.
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en'))
);

create index mails_due on mails (next_attempt_at)
  where status = 'pending' and attached_files is null;
-- Files take longer: such mails are a queue of their own, and delay no other mail.
create index mails_with_files_due on mails (next_attempt_at)
  where status = 'pending' and attached_files is not null;
-- The files of a merchant name it.
create index mails_with_files_of_merchant
  on mails (substring(attached_files, '"merchantId":"([^"]*)"'), id)
  where attached_files is not null;
create index mails_by_status on mails (status, id);
create index mails_by_recipient on mails (recipient, id);
create index mails_to_payers on mails (id) where payer_mail is not null;

-- For tables whose rows are never changed.
create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$$;

-- The audit log: the actor, time and address of each change, written in its transaction.
create table audit_log (
  id uuid primary key,
  -- The merchant that was changed; null for a change of the platform.
  merchant_id uuid,
  actor_kind text not null check (actor_kind in ('merchant', 'operator', 'command', 'system')),
  actor_id text,
  actor_name text not null,
  actor_address text,
  action text not null,
  subject text,
  details json,
  created_at timestamptz not null
);

create index audit_log_of_merchant on audit_log (merchant_id, id);
-- Which fees were in force at an instant.
create index audit_log_of_fees on audit_log (merchant_id, id)
  where action = 'merchant.fee_changed';

-- Indexes for the filters of the operators' lists, each in the order of its list.
create index audit_log_by_actor on audit_log (actor_name, id);
create index audit_log_by_noun on audit_log (split_part(action, '.', 1), id);

create trigger audit_log_append_only before update or delete on audit_log
  for each statement execute function ledger_refuse_change();
create trigger audit_log_append_only_truncate before truncate on audit_log
  for each statement execute function ledger_refuse_change();

-- Refuses invalid changes of status: for example, a paid charge can't become pending. Each trigger
-- lists the allowed changes. On a cluster the name of a table ends with a number: payouts_102040.
create function refuse_illegal_transition() returns trigger language plpgsql as $$
begin
  if old.status || ' > ' || new.status = any(tg_argv) then return new; end if;
  if tg_table_name ~ '^(payouts|refunds)(_[0-9]+)?$' then
    if old.status in ('paid', 'done') and new.status = 'failed' and old.resolution = 'paid'
      and new.resolution = 'reversed' then return new; end if;
  elsif tg_table_name ~ '^(charges|charge_splits)(_[0-9]+)?$' then
    -- A merchant removes an expired charge by the Central Bank's API, where it is still active.
    if old.status = 'expired' and new.status = 'canceled' then return new; end if;
    if old.status in ('partially_refunded', 'refunded')
      and new.status in ('paid', 'partially_refunded')
      and new.refunded_centavos < old.refunded_centavos then return new; end if;
  end if;
  raise exception '% may not go from % to %', tg_table_name, old.status, new.status
    using errcode = 'restrict_violation';
end
$$;

-- Words without case and accents, separated by punctuation. Search terms are normalised alike.
create function search_words(text) returns tsvector
language sql immutable strict parallel safe
return to_tsvector('simple'::regconfig, translate(lower($1),
  'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ@._-+&/,''',
  'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn         '));

-- The rows that statements take as one parameter (row-type.ts). A version that needs other columns
-- makes a new type, because an older one may run beside it.
create type public.idempotency_key_claim as (
  merchant_id uuid, environment text, key text, request_sha256 bytea, resource_id uuid
);

-- In each bucket.

-- The merchants of a bucket. When there are several buckets, tables of the bucket refer to it: a
-- write for a merchant that has moved to another bucket fails. The platform is in b0.
create table bucket_merchants (
  merchant_id uuid primary key
);

insert into bucket_merchants (merchant_id)
select '00000000-0000-0000-0000-000000000000' where current_schema() = 'b0';

-- One partition a day (UTC), dropped when all its keys have expired. A key is unique in its day;
-- `key-days.ts` says how two claims of a key across midnight see each other.
create table idempotency_keys (
  day date not null,
  merchant_id uuid not null,
  environment text not null,
  key text not null,
  -- SHA-256 over the operation and the canonical JSON of the body.
  request_sha256 bytea not null,
  resource_id uuid not null,
  response_body text,
  created_at timestamptz not null,
  primary key (merchant_id, environment, key, day)
) partition by range (day);

-- Items of due work that fail alone when their batch is repeated: a payment, payout, refund or
-- incoming payment. They are tried again after growing pauses, so that they don't delay all other
-- work.
create table set_aside_work (
  kind text not null
    check (kind in ('charge', 'payout', 'payout_return', 'refund', 'incoming_payment',
      'settlement', 'dispute', 'dispute_defense', 'bank_refund', 'callback', 'payout_check',
      'refund_check', 'subscription', 'recurrence', 'bank_cycle', 'bank_charge')),
  -- The id of the charge, payout or refund; the end-to-end id of an incoming payment.
  id text not null,
  failures bigint not null,
  last_error text not null,
  first_failed_at timestamptz not null,
  next_try_at timestamptz not null,
  -- An operator may stop the retries of an item of due work. It is kept and listed, with
  -- `next_try_at` at infinity, until an operator has it tried again.
  dropped_at timestamptz,
  dropped_reason text,
  primary key (kind, id),
  constraint set_aside_work_dropped
    check (
      (dropped_at is null) = (dropped_reason is null)
      and (dropped_at is null or next_try_at = 'infinity'))
);

create index set_aside_work_due on set_aside_work (kind, next_try_at);
