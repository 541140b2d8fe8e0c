-- A database of 0.3.0 as pg_dump wrote it after all 123 migrations, without rows of the gateway. It
-- never changes: tests bring such a database to this version.
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
CREATE SCHEMA auth;
CREATE SCHEMA b0;
CREATE FUNCTION public.balance_adjustments_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'a balance adjustment is never changed' using errcode = 'restrict_violation';
end
$$;
CREATE FUNCTION public.delete_sandbox_charges(before_id uuid, rows_max bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'b0', 'public', 'pg_temp'
    AS $$
declare
  sandbox constant uuid := sandbox_merchant();
  deleted bigint;
begin
  delete from charges c where c.merchant_id = sandbox and c.environment = 'test'
    and c.paid_at is null and c.id in (
      select id from charges
      where status in ('pending', 'expired', 'canceled') and merchant_id = sandbox
        and environment = 'test' and id < before_id
      limit rows_max for update skip locked);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
CREATE FUNCTION public.delete_sandbox_disputes(rows_max bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'b0', 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.delete_sandbox_events(rows_max bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'b0', 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.delete_sandbox_postings(rows_max bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'b0', 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.dispute_returns_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if old.is_by_hand and old.matched_at is null and new.matched_at is not null
    and (new.merchant_id, new.environment, new.id, new.dispute_id, new.end_to_end_id,
        new.amount_centavos, new.returned_at, new.is_by_hand)
      = (old.merchant_id, old.environment, old.id, old.dispute_id, old.end_to_end_id,
        old.amount_centavos, old.returned_at, old.is_by_hand) then
    return new;
  end if;
  raise exception 'a return that was booked by hand is matched once; no other is changed'
    using errcode = 'restrict_violation';
end
$$;
CREATE FUNCTION public.drop_expired_partition(in_bucket text, of_table text, before timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET lock_timeout TO '250ms'
    AS $$
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
CREATE FUNCTION public.incoming_payment_assignments_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'UPDATE' and old.undone_at is null and new.undone_at is not null
    and (new.id, new.end_to_end_id, new.merchant_id, new.assigned_at, new.amount_centavos)
      = (old.id, old.end_to_end_id, old.merchant_id, old.assigned_at, old.amount_centavos) then
    return new;
  end if;
  raise exception 'an assignment is undone once and never changed'
    using errcode = 'restrict_violation';
end
$$;
CREATE FUNCTION public.incoming_payment_returns_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'a return of an incoming payment is never changed'
    using errcode = 'restrict_violation';
end
$$;
CREATE FUNCTION public.incoming_payments_refuse_transition() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if old.state || ' > ' || new.state = any(tg_argv) then return new; end if;
  raise exception 'an incoming payment may not go from % to %', old.state, new.state
    using errcode = 'restrict_violation';
end
$$;
CREATE FUNCTION public.keep_disputed_charge() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
declare
  is_disputed boolean;
begin
  execute format('select exists (select from %I.disputes
      where (charge_id, merchant_id, environment) = ($1, $2, $3))', tg_table_schema)
  into is_disputed using old.id, old.merchant_id, old.environment;
  return case when is_disputed then null else old end;
end
$_$;
CREATE FUNCTION public.ledger_check_opening() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.ledger_check_zero_sum() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (
    select from inserted
    group by merchant_id, environment, reference_id, kind
    having sum(amount_centavos) <> 0
  ) then
    raise exception 'the entries of a posting must sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
CREATE FUNCTION public.ledger_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$$;
CREATE FUNCTION public.ledger_refuse_deleted_entries() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
declare
  deleted record;
  is_covered boolean;
begin
  for deleted in
    select merchant_id, environment, account, max(sequence) as last from removed
    group by merchant_id, environment, account
  loop
    execute format('select exists (select from %I.ledger_openings
        where (merchant_id, environment, account) = ($1, $2, $3) and $4 <= entry_count)',
      tg_table_schema)
    into is_covered using deleted.merchant_id, deleted.environment, deleted.account, deleted.last;
    if not is_covered then
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
        using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end
$_$;
CREATE FUNCTION public.ledger_refuse_deleted_postings() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
declare
  deleted record;
  is_covered boolean;
begin
  for deleted in
    select merchant_id, environment, max(created_at) as last from removed
    group by merchant_id, environment
  loop
    execute format('select exists (select from %I.ledger_openings
        where (merchant_id, environment) = ($1, $2)
          and $3 <= opened_at + interval ''10 minutes'')', tg_table_schema)
    into is_covered using deleted.merchant_id, deleted.environment, deleted.last;
    if not is_covered then
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
        using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end
$_$;
CREATE FUNCTION public.make_partitions(in_bucket text, at timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.mark_sandbox_checkpoint(now_at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'b0', 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.may_be_deleted(of_merchant uuid, in_environment text, happened_at timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select exists (
    select from b0.ledger_openings
    where merchant_id = of_merchant and environment = in_environment
      and happened_at <= opened_at + interval '10 minutes'
  )
$$;
CREATE FUNCTION public.open_sandbox_ledger(before timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'b0', 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.operator_proposals_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'UPDATE' and old.state = 'waiting' and new.state <> 'waiting'
    and (new.id, new.kind, new.merchant_id, new.environment, new.subject, new.amount_centavos,
        new.reason, new.parameters, new.request_key, new.proposed_by, new.proposed_by_name,
        new.created_at, new.expires_at)
      is not distinct from (old.id, old.kind, old.merchant_id, old.environment, old.subject,
        old.amount_centavos, old.reason, old.parameters, old.request_key, old.proposed_by,
        old.proposed_by_name, old.created_at, old.expires_at) then
    return new;
  end if;
  raise exception 'a proposal is decided once and never changed' using errcode = 'restrict_violation';
end
$$;
CREATE FUNCTION public.partition_bound(bounded_by text, at timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    RETURN CASE bounded_by WHEN 'date'::text THEN to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD'::text) ELSE (((lpad(to_hex(((EXTRACT(epoch FROM at) * (1000)::numeric))::bigint), 12, '0'::text) || repeat('0'::text, 20)))::uuid)::text END;
CREATE FUNCTION public.refuse_illegal_transition() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
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
$_$;
CREATE FUNCTION public.refuse_platform_without_admin() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock(7316095);
  if not exists (select from auth."user" where "operatorRole" = 'admin') then
    raise exception 'the platform needs an admin'
      using errcode = 'restrict_violation', constraint = 'user_platform_has_admin';
  end if;
  return null;
end
$$;
CREATE FUNCTION public.refuse_team_without_owner() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.sandbox_merchant() RETURNS uuid
    LANGUAGE sql STABLE
    AS $$
  select merchant_id from public.merchants where is_sandbox
$$;
CREATE FUNCTION public.schema_of_partitioned(in_bucket text, of_table text) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not exists (select from buckets where bucket_id = in_bucket) then
    raise exception 'no bucket %', in_bucket using errcode = 'invalid_schema_name';
  end if;
  if to_regclass(format('%I.%I', in_bucket, of_table)) is null then return 'public'; end if;
  return in_bucket;
end
$$;
CREATE FUNCTION public.search_words(text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN to_tsvector('simple'::regconfig, translate(lower($1), 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ@._-+&/,'''::text, 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn         '::text));
CREATE FUNCTION public.settlements_refuse_late_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'a settlement that has ended does not change'
    using errcode = 'restrict_violation';
end
$$;
CREATE FUNCTION public.test_clocks_refuse_going_back() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'a test clock goes forward only' using errcode = 'restrict_violation';
end
$$;
CREATE TABLE auth.account (
    id text NOT NULL,
    "accountId" text NOT NULL,
    "providerId" text NOT NULL,
    "userId" text NOT NULL,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamp with time zone,
    "refreshTokenExpiresAt" timestamp with time zone,
    scope text,
    password text,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL
);
CREATE TABLE auth.invitations (
    id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    email text NOT NULL,
    member_role text NOT NULL,
    token_sha256 bytea NOT NULL,
    invited_by text,
    status text DEFAULT 'pending'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT invitations_check CHECK ((expires_at > created_at)),
    CONSTRAINT invitations_check1 CHECK (((status = 'pending'::text) = (ended_at IS NULL))),
    CONSTRAINT invitations_email_check CHECK ((email = lower(email))),
    CONSTRAINT invitations_member_role_check CHECK ((member_role = ANY (ARRAY['owner'::text, 'finance'::text, 'developer'::text, 'viewer'::text]))),
    CONSTRAINT invitations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text])))
);
CREATE TABLE auth.password_resets (
    token_sha256 bytea NOT NULL,
    user_id text,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE auth."rateLimit" (
    id text NOT NULL,
    key text NOT NULL,
    count integer NOT NULL,
    "lastRequest" bigint NOT NULL
);
CREATE TABLE auth.session (
    id text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    token text NOT NULL,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL,
    "ipAddress" text,
    "userAgent" text,
    "userId" text NOT NULL
);
CREATE TABLE auth."twoFactor" (
    id text NOT NULL,
    secret text NOT NULL,
    "backupCodes" text NOT NULL,
    "userId" text NOT NULL,
    verified boolean,
    "failedVerificationCount" integer,
    "lockedUntil" timestamp with time zone
);
CREATE TABLE auth.used_codes (
    user_id text NOT NULL,
    code_sha256 bytea NOT NULL,
    used_at timestamp with time zone NOT NULL
);
CREATE TABLE auth."user" (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    "emailVerified" boolean NOT NULL,
    image text,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "twoFactorEnabled" boolean,
    role text NOT NULL,
    "merchantId" uuid,
    "memberRole" text,
    "operatorRole" text,
    "factorReplacedAt" timestamp with time zone,
    CONSTRAINT user_check CHECK (((role = 'merchant'::text) = ("merchantId" IS NOT NULL))),
    CONSTRAINT user_check1 CHECK (((role = 'merchant'::text) = ("memberRole" IS NOT NULL))),
    CONSTRAINT user_check2 CHECK (((role = 'operator'::text) = ("operatorRole" IS NOT NULL))),
    CONSTRAINT "user_memberRole_check" CHECK (("memberRole" = ANY (ARRAY['owner'::text, 'finance'::text, 'developer'::text, 'viewer'::text]))),
    CONSTRAINT "user_operatorRole_check" CHECK (("operatorRole" = ANY (ARRAY['support'::text, 'finance'::text, 'admin'::text]))),
    CONSTRAINT user_role_check CHECK ((role = ANY (ARRAY['merchant'::text, 'operator'::text])))
);
CREATE TABLE auth.verification (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE TABLE b0.automatic_payout_runs (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    period text NOT NULL,
    payout_id uuid,
    amount_centavos bigint,
    skip_reason text,
    ran_at timestamp with time zone NOT NULL,
    CONSTRAINT automatic_payout_runs_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT automatic_payout_runs_check CHECK (((payout_id IS NULL) = (skip_reason IS NOT NULL))),
    CONSTRAINT automatic_payout_runs_check1 CHECK (((payout_id IS NULL) = (amount_centavos IS NULL))),
    CONSTRAINT automatic_payout_runs_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE TABLE b0.automatic_payouts (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    beneficiary_id uuid NOT NULL,
    rule text NOT NULL,
    hour bigint NOT NULL,
    weekday bigint NOT NULL,
    above_centavos bigint NOT NULL,
    keep_centavos bigint NOT NULL,
    next_run_at timestamp with time zone,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT automatic_payouts_above_centavos_check CHECK ((above_centavos >= 0)),
    CONSTRAINT automatic_payouts_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT automatic_payouts_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
    CONSTRAINT automatic_payouts_keep_centavos_check CHECK ((keep_centavos >= 0)),
    CONSTRAINT automatic_payouts_rule_check CHECK ((rule = ANY (ARRAY['daily'::text, 'weekly'::text, 'above'::text]))),
    CONSTRAINT automatic_payouts_weekday_check CHECK (((weekday >= 0) AND (weekday <= 6)))
);
CREATE TABLE b0.balance_adjustments (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    amount_centavos bigint NOT NULL,
    debt_centavos bigint NOT NULL,
    blocked_centavos bigint NOT NULL,
    reason text NOT NULL,
    reference text,
    hold_id uuid,
    request_key text,
    proposal_id uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT balance_adjustments_amount_centavos_check CHECK ((amount_centavos <> 0)),
    CONSTRAINT balance_adjustments_check CHECK (((debt_centavos >= 0) AND (debt_centavos <= GREATEST((- amount_centavos), (0)::bigint)))),
    CONSTRAINT balance_adjustments_check1 CHECK (((blocked_centavos >= 0) AND ((kind = 'hold'::text) OR (blocked_centavos = 0)))),
    CONSTRAINT balance_adjustments_check2 CHECK (((kind = ANY (ARRAY['hold'::text, 'release'::text])) = (hold_id IS NOT NULL))),
    CONSTRAINT balance_adjustments_check3 CHECK (((kind <> ALL (ARRAY['hold'::text, 'release'::text, 'refund_reversal'::text])) OR (amount_centavos > 0))),
    CONSTRAINT balance_adjustments_check4 CHECK (((kind <> 'unassignment'::text) OR (amount_centavos < 0))),
    CONSTRAINT balance_adjustments_check5 CHECK (((kind <> 'dispute'::text) OR (amount_centavos < 0))),
    CONSTRAINT balance_adjustments_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT balance_adjustments_kind_check CHECK ((kind = ANY (ARRAY['adjustment'::text, 'hold'::text, 'release'::text, 'unassignment'::text, 'refund_reversal'::text, 'dispute'::text]))),
    CONSTRAINT balance_adjustments_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
    CONSTRAINT balance_adjustments_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200)))
);
CREATE TABLE b0.balance_hold_movements (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    reference_id uuid NOT NULL,
    kind text NOT NULL,
    hold_id uuid NOT NULL,
    amount_centavos bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT balance_hold_movements_amount_centavos_check CHECK ((amount_centavos <> 0))
);
CREATE TABLE b0.balance_holds (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    cause text NOT NULL,
    reference_id uuid NOT NULL,
    amount_centavos bigint NOT NULL,
    wanted_centavos bigint NOT NULL,
    blocked_centavos bigint NOT NULL,
    status text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT balance_holds_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT balance_holds_amounts CHECK (((blocked_centavos >= 0) AND (blocked_centavos <= wanted_centavos) AND (wanted_centavos <= amount_centavos))),
    CONSTRAINT balance_holds_cause_check CHECK ((cause = ANY (ARRAY['dispute'::text, 'operator'::text]))),
    CONSTRAINT balance_holds_closed CHECK ((((status = 'closed'::text) = (wanted_centavos = 0)) AND ((status = 'closed'::text) = (closed_at IS NOT NULL)))),
    CONSTRAINT balance_holds_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT balance_holds_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE TABLE b0.bucket_merchants (
    merchant_id uuid NOT NULL
);
CREATE TABLE b0.charge_cancellations (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    charge_id uuid NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    CONSTRAINT charge_cancellations_environment_check CHECK ((environment = 'live'::text))
);
CREATE TABLE b0.charge_days (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    day date NOT NULL,
    paid_count bigint DEFAULT 0 NOT NULL,
    paid_centavos bigint DEFAULT 0 NOT NULL,
    created_paid_count bigint DEFAULT 0 NOT NULL,
    CONSTRAINT charge_days_created_paid_count_check CHECK ((created_paid_count >= 0)),
    CONSTRAINT charge_days_paid_centavos_check CHECK ((paid_centavos >= 0)),
    CONSTRAINT charge_days_paid_count_check CHECK ((paid_count >= 0))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000');
CREATE TABLE b0.charge_drafts (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    draft json NOT NULL,
    idempotency_key text,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    CONSTRAINT charge_drafts_environment_check CHECK ((environment = 'live'::text))
);
CREATE TABLE b0.charge_splits (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    charge_id uuid NOT NULL,
    "position" bigint NOT NULL,
    recipient_id uuid NOT NULL,
    username text NOT NULL,
    basis_points bigint,
    amount_centavos bigint NOT NULL,
    status text NOT NULL,
    external_id text,
    utm json,
    refunded_centavos bigint DEFAULT 0 NOT NULL,
    disputed_centavos bigint DEFAULT 0 NOT NULL,
    event_count bigint DEFAULT 0 NOT NULL,
    CONSTRAINT charge_splits_amount_centavos_check CHECK ((amount_centavos >= 0)),
    CONSTRAINT charge_splits_basis_points_check CHECK (((basis_points >= 1) AND (basis_points <= 9000))),
    CONSTRAINT charge_splits_check CHECK ((recipient_id <> merchant_id)),
    CONSTRAINT charge_splits_disputed_centavos_check CHECK ((disputed_centavos >= 0)),
    CONSTRAINT charge_splits_fixed_check CHECK (((basis_points IS NOT NULL) OR (amount_centavos >= 1))),
    CONSTRAINT charge_splits_never_returned_beyond_share CHECK (((refunded_centavos + disputed_centavos) <= amount_centavos)),
    CONSTRAINT charge_splits_refunded_check CHECK (
CASE status
    WHEN 'refunded'::text THEN ((refunded_centavos = amount_centavos) AND (amount_centavos > 0))
    WHEN 'partially_refunded'::text THEN ((refunded_centavos >= 1) AND (refunded_centavos <= (amount_centavos - 1)))
    ELSE (refunded_centavos = 0)
END),
    CONSTRAINT charge_splits_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'canceled'::text, 'partially_refunded'::text, 'refunded'::text])))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.005', autovacuum_vacuum_threshold='10000', autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_analyze_scale_factor='0.01');
CREATE TABLE b0.charges (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    external_id text,
    status text NOT NULL,
    amount_centavos bigint NOT NULL,
    fee_centavos bigint NOT NULL,
    payer_name text NOT NULL,
    payer_document text NOT NULL,
    payer_email text,
    utm json,
    qrcode text NOT NULL,
    webhook_url text,
    split_count bigint DEFAULT 0 NOT NULL,
    event_count bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    is_simulated boolean NOT NULL,
    paid_at timestamp with time zone,
    end_to_end_id text,
    refund_count bigint DEFAULT 0 NOT NULL,
    refunding_centavos bigint DEFAULT 0 NOT NULL,
    refunded_centavos bigint DEFAULT 0 NOT NULL,
    booked_at timestamp with time zone,
    client_id text,
    dispute_count bigint DEFAULT 0 NOT NULL,
    disputed_centavos bigint DEFAULT 0 NOT NULL,
    shares_centavos bigint DEFAULT 0 NOT NULL,
    payment_link_id uuid,
    description text,
    renewed_from uuid,
    renewal_number bigint,
    CONSTRAINT charges_amount_centavos_check CHECK (((amount_centavos >= 1) AND (amount_centavos <= '999999999999'::bigint))),
    CONSTRAINT charges_booked_when_paid CHECK (((booked_at IS NULL) OR (paid_at IS NOT NULL))),
    CONSTRAINT charges_check CHECK (((fee_centavos >= 0) AND (fee_centavos < amount_centavos))),
    CONSTRAINT charges_dispute_check CHECK (((dispute_count = 0) OR (paid_at IS NOT NULL))),
    CONSTRAINT charges_dispute_count_check CHECK ((dispute_count >= 0)),
    CONSTRAINT charges_disputed_centavos_check CHECK ((disputed_centavos >= 0)),
    CONSTRAINT charges_end_to_end_id_check CHECK (((status = ANY (ARRAY['paid'::text, 'partially_refunded'::text, 'refunded'::text])) = (end_to_end_id IS NOT NULL))),
    CONSTRAINT charges_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT charges_never_refunded_beyond_payment CHECK ((((refunding_centavos + refunded_centavos) + disputed_centavos) <= amount_centavos)),
    CONSTRAINT charges_paid_at_check CHECK (((status = ANY (ARRAY['paid'::text, 'partially_refunded'::text, 'refunded'::text])) = (paid_at IS NOT NULL))),
    CONSTRAINT charges_refund_count_check CHECK ((refund_count >= 0)),
    CONSTRAINT charges_refunded_centavos_check CHECK ((refunded_centavos >= 0)),
    CONSTRAINT charges_refunded_check CHECK (
CASE status
    WHEN 'refunded'::text THEN (refunded_centavos = amount_centavos)
    WHEN 'partially_refunded'::text THEN ((refunded_centavos >= 1) AND (refunded_centavos <= (amount_centavos - 1)))
    ELSE (refunded_centavos = 0)
END),
    CONSTRAINT charges_refunding_centavos_check CHECK ((refunding_centavos >= 0)),
    CONSTRAINT charges_refunding_check CHECK (((refund_count = 0) OR (paid_at IS NOT NULL))),
    CONSTRAINT charges_shares_fit_net CHECK (((shares_centavos >= 0) AND ((fee_centavos + shares_centavos) <= amount_centavos))),
    CONSTRAINT charges_split_count_check CHECK (((split_count >= 0) AND (split_count <= 20))),
    CONSTRAINT charges_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'expired'::text, 'canceled'::text, 'partially_refunded'::text, 'refunded'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.005', autovacuum_vacuum_threshold='10000', autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_analyze_scale_factor='0.01');
CREATE TABLE b0.created_charge_counts (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    day date NOT NULL,
    created_count bigint NOT NULL,
    counted_before_id uuid NOT NULL,
    CONSTRAINT created_charge_counts_created_count_check CHECK ((created_count >= 0))
);
CREATE TABLE b0.debt_repayments (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    credit_reference_id uuid NOT NULL,
    credit_kind text NOT NULL,
    amount_centavos bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT debt_repayments_amount_centavos_check CHECK ((amount_centavos > 0))
);
CREATE TABLE b0.debts (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    reference_id uuid NOT NULL,
    kind text NOT NULL,
    amount_centavos bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT debts_amount_centavos_check CHECK ((amount_centavos > 0))
);
CREATE TABLE b0.dispute_defenses (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    dispute_id uuid NOT NULL,
    text text NOT NULL,
    status text NOT NULL,
    client_id text,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    send_count bigint DEFAULT 0 NOT NULL,
    sent_at timestamp with time zone,
    failure text,
    uncertain_at timestamp with time zone,
    was_sent_at_once boolean,
    dispute_centavos bigint,
    blocked_centavos bigint,
    returned_centavos bigint,
    defense_due_at timestamp with time zone,
    CONSTRAINT dispute_defenses_check CHECK (((status = 'waiting'::text) = (due_at IS NOT NULL))),
    CONSTRAINT dispute_defenses_check1 CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL))),
    CONSTRAINT dispute_defenses_check2 CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
    CONSTRAINT dispute_defenses_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))),
    CONSTRAINT dispute_defenses_text_check CHECK (((length(text) >= 1) AND (length(text) <= 1000)))
);
CREATE TABLE b0.dispute_return_parts (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    return_id uuid NOT NULL,
    id uuid NOT NULL,
    share_id uuid NOT NULL,
    bearer_id uuid NOT NULL,
    amount_centavos bigint NOT NULL,
    CONSTRAINT dispute_return_parts_amount_centavos_check CHECK ((amount_centavos > 0))
);
CREATE TABLE b0.dispute_returns (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    dispute_id uuid NOT NULL,
    end_to_end_id text NOT NULL,
    return_id text NOT NULL,
    amount_centavos bigint NOT NULL,
    returned_at timestamp with time zone NOT NULL,
    refund_id text,
    is_by_hand boolean DEFAULT false NOT NULL,
    matched_at timestamp with time zone,
    CONSTRAINT dispute_returns_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT dispute_returns_check CHECK ((is_by_hand OR (matched_at IS NULL)))
);
CREATE TABLE b0.dispute_shares (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    dispute_id uuid NOT NULL,
    id uuid NOT NULL,
    bearer_id uuid NOT NULL,
    held_centavos bigint NOT NULL,
    returned_centavos bigint NOT NULL,
    CONSTRAINT dispute_shares_held_centavos_check CHECK ((held_centavos >= 0)),
    CONSTRAINT dispute_shares_returned_centavos_check CHECK ((returned_centavos >= 0))
);
CREATE TABLE b0.disputes (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    charge_id uuid NOT NULL,
    end_to_end_id text NOT NULL,
    bank text,
    bank_dispute_id text,
    reason text NOT NULL,
    status text NOT NULL,
    amount_centavos bigint NOT NULL,
    claimed_centavos bigint NOT NULL,
    returned_centavos bigint NOT NULL,
    event_count bigint DEFAULT 0 NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    defense_due_at timestamp with time zone,
    closed_at timestamp with time zone,
    CONSTRAINT disputes_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT disputes_check CHECK (((claimed_centavos + returned_centavos) <= amount_centavos)),
    CONSTRAINT disputes_check1 CHECK (((bank IS NULL) = (bank_dispute_id IS NULL))),
    CONSTRAINT disputes_check2 CHECK (((status = ANY (ARRAY['open'::text, 'in_defense'::text])) = (closed_at IS NULL))),
    CONSTRAINT disputes_check3 CHECK (((status <> ALL (ARRAY['rejected'::text, 'canceled'::text])) OR (claimed_centavos = 0))),
    CONSTRAINT disputes_claimed_centavos_check CHECK ((claimed_centavos >= 0)),
    CONSTRAINT disputes_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT disputes_reason_check CHECK ((reason = ANY (ARRAY['fraud'::text, 'operational_failure'::text, 'automatic_pix'::text]))),
    CONSTRAINT disputes_returned_centavos_check CHECK ((returned_centavos >= 0)),
    CONSTRAINT disputes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_defense'::text, 'accepted'::text, 'rejected'::text, 'canceled'::text])))
);
CREATE TABLE b0.event_feeds (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    last_position bigint NOT NULL,
    CONSTRAINT event_feeds_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT event_feeds_last_position_check CHECK ((last_position > 0))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000');
CREATE TABLE b0.fee_days (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    day date NOT NULL,
    fees_centavos bigint NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
CREATE TABLE b0.idempotency_keys (
    day date NOT NULL,
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    key text NOT NULL,
    request_sha256 bytea NOT NULL,
    resource_id uuid NOT NULL,
    response_body text,
    created_at timestamp with time zone NOT NULL
)
PARTITION BY RANGE (day);
CREATE TABLE b0.incoming_payment_assignments (
    id uuid NOT NULL,
    end_to_end_id text NOT NULL,
    merchant_id uuid NOT NULL,
    assigned_at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    amount_centavos bigint NOT NULL,
    CONSTRAINT incoming_payment_assignments_amount_centavos_check CHECK ((amount_centavos > 0))
);
CREATE TABLE b0.incoming_payment_returns (
    id uuid NOT NULL,
    end_to_end_id text NOT NULL,
    return_id text NOT NULL,
    amount_centavos bigint NOT NULL,
    assignment_id uuid,
    returned_at timestamp with time zone NOT NULL,
    booked_at timestamp with time zone NOT NULL,
    refund_id text,
    CONSTRAINT incoming_payment_returns_amount_centavos_check CHECK ((amount_centavos > 0))
);
CREATE TABLE b0.incoming_payments (
    end_to_end_id text NOT NULL,
    id uuid NOT NULL,
    bank text NOT NULL,
    txid text,
    pix_key text,
    amount_centavos bigint NOT NULL,
    received_at timestamp with time zone NOT NULL,
    booked_at timestamp with time zone NOT NULL,
    state text NOT NULL,
    reason text,
    merchant_id uuid,
    charge_id uuid,
    resolved_at timestamp with time zone,
    returned_centavos bigint DEFAULT 0 NOT NULL,
    CONSTRAINT incoming_payments_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT incoming_payments_check CHECK (((state = 'charge'::text) = (reason IS NULL))),
    CONSTRAINT incoming_payments_check1 CHECK (((state <> ALL (ARRAY['charge'::text, 'assigned'::text])) OR (merchant_id IS NOT NULL))),
    CONSTRAINT incoming_payments_check2 CHECK (((returned_centavos >= 0) AND (returned_centavos <= amount_centavos))),
    CONSTRAINT incoming_payments_check3 CHECK (((state <> 'charge'::text) OR (returned_centavos = 0))),
    CONSTRAINT incoming_payments_reason_check CHECK ((reason = ANY (ARRAY['unknown_charge'::text, 'amount_differs'::text, 'already_paid'::text, 'another_key'::text]))),
    CONSTRAINT incoming_payments_state_check CHECK ((state = ANY (ARRAY['charge'::text, 'suspense'::text, 'assigned'::text, 'returned'::text])))
);
CREATE TABLE b0.late_bank_payments (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    amount_centavos bigint NOT NULL,
    uncovered_centavos bigint NOT NULL,
    found_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone,
    debt_centavos bigint DEFAULT 0 NOT NULL,
    CONSTRAINT late_bank_payments_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT late_bank_payments_check CHECK (((uncovered_centavos >= 0) AND (uncovered_centavos <= amount_centavos))),
    CONSTRAINT late_bank_payments_debt_centavos_check CHECK ((debt_centavos >= 0)),
    CONSTRAINT late_bank_payments_environment_check CHECK ((environment = 'live'::text)),
    CONSTRAINT late_bank_payments_kind_check CHECK ((kind = ANY (ARRAY['payout'::text, 'refund'::text])))
);
CREATE TABLE b0.ledger_accounts (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    account text NOT NULL,
    balance_centavos bigint DEFAULT 0 NOT NULL,
    entry_count bigint DEFAULT 0 NOT NULL,
    may_be_negative boolean NOT NULL,
    uncovered_centavos bigint DEFAULT 0 NOT NULL,
    CONSTRAINT ledger_accounts_account_check CHECK ((account = ANY (ARRAY['available'::text, 'reserved'::text, 'fees'::text, 'bank'::text, 'sandbox_adjustments'::text, 'suspense'::text, 'operator'::text, 'blocked'::text, 'debt'::text, 'pending_settlement'::text]))),
    CONSTRAINT ledger_accounts_debt CHECK (((account <> 'debt'::text) OR (balance_centavos <= 0))),
    CONSTRAINT ledger_accounts_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT ledger_accounts_not_overdrawn CHECK ((may_be_negative OR (balance_centavos >= 0))),
    CONSTRAINT ledger_accounts_uncovered CHECK (((uncovered_centavos >= 0) AND ((account = 'available'::text) OR (uncovered_centavos = 0))))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000');
CREATE TABLE b0.ledger_checkpoints (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    account text NOT NULL,
    entry_count bigint NOT NULL,
    balance_centavos bigint NOT NULL,
    CONSTRAINT ledger_checkpoints_entry_count_check CHECK ((entry_count >= 0))
);
CREATE TABLE b0.ledger_entries (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    account text NOT NULL,
    sequence bigint NOT NULL,
    reference_id uuid NOT NULL,
    kind text NOT NULL,
    amount_centavos bigint NOT NULL,
    balance_after_centavos bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ledger_entries_amount_centavos_check CHECK ((amount_centavos <> 0)),
    CONSTRAINT ledger_entries_sequence_check CHECK ((sequence > 0))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_analyze_scale_factor='0.01');
CREATE TABLE b0.ledger_openings (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    account text NOT NULL,
    entry_count bigint NOT NULL,
    balance_centavos bigint NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    CONSTRAINT ledger_openings_entry_count_check CHECK ((entry_count >= 0)),
    CONSTRAINT ledger_openings_environment_check CHECK ((environment = 'test'::text))
);
CREATE TABLE b0.ledger_postings (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    reference_id uuid NOT NULL,
    kind text NOT NULL,
    created_at timestamp with time zone NOT NULL
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_analyze_scale_factor='0.01');
CREATE TABLE b0.ledger_verified_scopes (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    verified_at timestamp with time zone NOT NULL,
    fully_verified_at timestamp with time zone NOT NULL
);
CREATE TABLE b0.merchant_notes (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    text text NOT NULL,
    author_id text,
    author_name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT merchant_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);
CREATE TABLE b0.payment_link_holds (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    charge_id uuid NOT NULL,
    link_id uuid NOT NULL,
    network text NOT NULL,
    CONSTRAINT payment_link_holds_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE TABLE b0.payment_links (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    description text,
    amount_centavos bigint,
    min_centavos bigint,
    max_centavos bigint,
    stock bigint,
    sold_count bigint DEFAULT 0 NOT NULL,
    received_centavos bigint DEFAULT 0 NOT NULL,
    status text NOT NULL,
    expires_at timestamp with time zone,
    return_url text,
    created_at timestamp with time zone NOT NULL,
    product_id uuid,
    CONSTRAINT payment_links_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT payment_links_check CHECK (((amount_centavos IS NULL) OR ((min_centavos IS NULL) AND (max_centavos IS NULL)))),
    CONSTRAINT payment_links_check1 CHECK ((min_centavos <= max_centavos)),
    CONSTRAINT payment_links_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT payment_links_max_centavos_check CHECK ((max_centavos > 0)),
    CONSTRAINT payment_links_min_centavos_check CHECK ((min_centavos > 0)),
    CONSTRAINT payment_links_product_price CHECK (((product_id IS NULL) OR ((amount_centavos IS NULL) AND (min_centavos IS NULL) AND (max_centavos IS NULL)))),
    CONSTRAINT payment_links_received_centavos_check CHECK ((received_centavos >= 0)),
    CONSTRAINT payment_links_sold_count_check CHECK ((sold_count >= 0)),
    CONSTRAINT payment_links_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text]))),
    CONSTRAINT payment_links_stock_check CHECK ((stock >= 0))
);
CREATE TABLE b0.payment_notice_cursors (
    merchant_id uuid NOT NULL,
    "position" bigint NOT NULL,
    readers json DEFAULT '{}'::json NOT NULL,
    due_at timestamp with time zone NOT NULL,
    CONSTRAINT payment_notice_cursors_position_check CHECK (("position" >= 0))
);
CREATE TABLE b0.payment_page_looks (
    merchant_id uuid NOT NULL,
    description text,
    color text,
    return_url text,
    support_contact text,
    logo bytea,
    logo_type text,
    logo_hash text,
    logo_width bigint,
    logo_height bigint,
    may_renew boolean DEFAULT false NOT NULL,
    CONSTRAINT payment_page_looks_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT payment_page_looks_logo_check CHECK ((octet_length(logo) <= 262144)),
    CONSTRAINT payment_page_looks_logo_type_check CHECK ((logo_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
    CONSTRAINT payment_page_looks_return_url_check CHECK ((return_url ~ '^https://'::text)),
    CONSTRAINT payment_page_looks_whole_logo CHECK ((num_nulls(logo, logo_type, logo_hash, logo_width, logo_height) = ANY (ARRAY[0, 5])))
);
CREATE TABLE b0.payout_approval_calls (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    payout_id uuid NOT NULL,
    url text NOT NULL,
    is_approved boolean NOT NULL,
    duration_ms bigint NOT NULL,
    response_status bigint,
    response_excerpt text,
    failure text,
    called_at timestamp with time zone NOT NULL,
    CONSTRAINT payout_approval_calls_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE TABLE b0.payout_approval_servers (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    sealed_secret bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT payout_approval_servers_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE TABLE b0.payout_approvals (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    payout_id uuid NOT NULL,
    cause text NOT NULL,
    status text NOT NULL,
    created_by text,
    expires_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    decided_by text,
    ask_at timestamp with time zone,
    batch_id uuid,
    CONSTRAINT payout_approvals_cause_check CHECK ((cause = ANY (ARRAY['amount'::text, 'new_destination'::text]))),
    CONSTRAINT payout_approvals_check CHECK (((status = 'waiting'::text) = (decided_at IS NULL))),
    CONSTRAINT payout_approvals_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT payout_approvals_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'expired'::text])))
);
CREATE TABLE b0.payout_batches (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    file_name text NOT NULL,
    file_sha256 bytea NOT NULL,
    status text NOT NULL,
    lines json NOT NULL,
    line_count bigint NOT NULL,
    error_count bigint NOT NULL,
    total_centavos bigint NOT NULL,
    fee_centavos bigint NOT NULL,
    is_repeated boolean NOT NULL,
    is_balance_short boolean NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    confirmed_by text,
    expires_at timestamp with time zone,
    decided_by_name text,
    decided_at timestamp with time zone,
    CONSTRAINT confirmed_batches_have_no_errors CHECK (((status = 'checked'::text) OR (error_count = 0))),
    CONSTRAINT payout_batches_check CHECK (((error_count >= 0) AND (error_count <= line_count))),
    CONSTRAINT payout_batches_check1 CHECK (((status = 'checked'::text) = (confirmed_at IS NULL))),
    CONSTRAINT payout_batches_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT payout_batches_fee_centavos_check CHECK ((fee_centavos >= 0)),
    CONSTRAINT payout_batches_line_count_check CHECK (((line_count >= 1) AND (line_count <= 1000))),
    CONSTRAINT payout_batches_status_check CHECK ((status = ANY (ARRAY['checked'::text, 'awaiting_approval'::text, 'released'::text, 'rejected'::text]))),
    CONSTRAINT payout_batches_total_centavos_check CHECK ((total_centavos >= 0))
);
CREATE TABLE b0.payout_beneficiaries (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    document text NOT NULL,
    pix_key text NOT NULL,
    pix_key_type text NOT NULL,
    per_payout_centavos bigint,
    per_day_centavos bigint,
    created_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone,
    saved_key text GENERATED ALWAYS AS (
CASE
    WHEN (removed_at IS NULL) THEN pix_key
    ELSE NULL::text
END) STORED,
    CONSTRAINT payout_beneficiaries_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT payout_beneficiaries_per_day_centavos_check CHECK ((per_day_centavos > 0)),
    CONSTRAINT payout_beneficiaries_per_payout_centavos_check CHECK ((per_payout_centavos > 0)),
    CONSTRAINT payout_beneficiaries_pix_key_type_check CHECK ((pix_key_type = ANY (ARRAY['cpf'::text, 'cnpj'::text, 'email'::text, 'phone'::text, 'random'::text])))
);
CREATE TABLE b0.payout_beneficiary_totals (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    starts_on date NOT NULL,
    pix_key text NOT NULL,
    requested_centavos bigint NOT NULL,
    limit_centavos bigint,
    CONSTRAINT payout_beneficiary_totals_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT payout_beneficiary_totals_requested_centavos_check CHECK ((requested_centavos >= 0)),
    CONSTRAINT payouts_within_beneficiary_day CHECK ((requested_centavos <= limit_centavos))
);
CREATE TABLE b0.payout_limits (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    set_by text NOT NULL,
    per_payout_centavos bigint,
    per_day_centavos bigint,
    per_night_centavos bigint,
    approval_above_centavos bigint,
    new_destination_approval_above_centavos bigint,
    new_destination_wait_minutes bigint DEFAULT 0 NOT NULL,
    effective_at timestamp with time zone,
    only_saved_beneficiaries boolean DEFAULT false NOT NULL,
    CONSTRAINT payout_limits_approval_above_centavos_check CHECK ((approval_above_centavos >= 0)),
    CONSTRAINT payout_limits_check CHECK (((set_by = 'pending'::text) = (effective_at IS NOT NULL))),
    CONSTRAINT payout_limits_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT payout_limits_new_destination_approval_above_centavos_check CHECK ((new_destination_approval_above_centavos >= 0)),
    CONSTRAINT payout_limits_new_destination_wait_minutes_check CHECK (((new_destination_wait_minutes >= 0) AND (new_destination_wait_minutes <= 10080))),
    CONSTRAINT payout_limits_per_day_centavos_check CHECK ((per_day_centavos >= 0)),
    CONSTRAINT payout_limits_per_night_centavos_check CHECK ((per_night_centavos >= 0)),
    CONSTRAINT payout_limits_per_payout_centavos_check CHECK ((per_payout_centavos >= 0)),
    CONSTRAINT payout_limits_set_by_check CHECK ((set_by = ANY (ARRAY['operator'::text, 'merchant'::text, 'pending'::text])))
);
CREATE TABLE b0.payout_notices (
    merchant_id uuid NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    payout_count bigint NOT NULL,
    amount_centavos bigint NOT NULL,
    requested_by text,
    details jsonb NOT NULL,
    due_at timestamp with time zone NOT NULL,
    quiet_until timestamp with time zone NOT NULL,
    CONSTRAINT payout_notices_amount_centavos_check CHECK ((amount_centavos >= 0)),
    CONSTRAINT payout_notices_kind_check CHECK ((kind = ANY (ARRAY['awaiting'::text, 'rejected'::text, 'expired'::text, 'failed'::text, 'stopped'::text, 'resumed'::text, 'raise_asked'::text, 'raise_valid'::text, 'beneficiary'::text, 'automatic_skipped'::text]))),
    CONSTRAINT payout_notices_payout_count_check CHECK ((payout_count >= 0))
);
CREATE TABLE b0.payout_returns (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    payout_id uuid NOT NULL,
    return_id text NOT NULL,
    id uuid NOT NULL,
    amount_centavos bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT payout_returns_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT payout_returns_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE TABLE b0.payout_totals (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    period text NOT NULL,
    starts_on date NOT NULL,
    requested_centavos bigint NOT NULL,
    limit_centavos bigint,
    CONSTRAINT payout_totals_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT payout_totals_period_check CHECK ((period = ANY (ARRAY['day'::text, 'night'::text]))),
    CONSTRAINT payout_totals_requested_centavos_check CHECK ((requested_centavos >= 0)),
    CONSTRAINT payouts_within_period CHECK ((requested_centavos <= limit_centavos))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000');
CREATE TABLE b0.payouts (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    external_id text,
    is_external_id_released boolean DEFAULT false NOT NULL,
    status text NOT NULL,
    amount_centavos bigint NOT NULL,
    fee_centavos bigint NOT NULL,
    pix_key text NOT NULL,
    pix_key_type text NOT NULL,
    beneficiary_name text NOT NULL,
    beneficiary_document text NOT NULL,
    webhook_url text,
    event_count bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    paid_at timestamp with time zone,
    end_to_end_id text,
    failure_code text,
    failure_message text,
    send_count bigint DEFAULT 0 NOT NULL,
    returned_centavos bigint DEFAULT 0 NOT NULL,
    check_due_at timestamp with time zone,
    uncertain_at timestamp with time zone,
    is_known_at_bank boolean DEFAULT false NOT NULL,
    is_late boolean DEFAULT false NOT NULL,
    check_count bigint DEFAULT 0 NOT NULL,
    held_at timestamp with time zone,
    released_at timestamp with time zone,
    client_id text,
    stopped_at timestamp with time zone,
    limit_centavos bigint,
    is_counted boolean DEFAULT false NOT NULL,
    waits_until timestamp with time zone,
    resolution text,
    resolved_at timestamp with time zone,
    resolution_confirmed_at timestamp with time zone,
    reversal_seen_at timestamp with time zone,
    beneficiary_id uuid,
    batch_id uuid,
    batch_line bigint,
    withdrawn_code text,
    withdrawn_message text,
    CONSTRAINT payouts_amount_centavos_check CHECK (((amount_centavos >= 1) AND (amount_centavos <= '999999999999'::bigint))),
    CONSTRAINT payouts_check CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
    CONSTRAINT payouts_check1 CHECK (((status = 'failed'::text) = (failure_code IS NOT NULL))),
    CONSTRAINT payouts_check2 CHECK (((returned_centavos >= 0) AND (returned_centavos <= amount_centavos))),
    CONSTRAINT payouts_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT payouts_fee_centavos_check CHECK ((fee_centavos >= 0)),
    CONSTRAINT payouts_late_only_when_paid CHECK (((NOT is_late) OR (status = 'paid'::text))),
    CONSTRAINT payouts_pix_key_type_check CHECK ((pix_key_type = ANY (ARRAY['cpf'::text, 'cnpj'::text, 'email'::text, 'phone'::text, 'random'::text]))),
    CONSTRAINT payouts_resolution_check CHECK ((resolution = ANY (ARRAY['paid'::text, 'not_paid'::text, 'reversed'::text]))),
    CONSTRAINT payouts_resolution_fits_status CHECK (
CASE resolution
    WHEN 'paid'::text THEN ((status = 'paid'::text) AND (NOT is_late))
    WHEN 'not_paid'::text THEN ((status = 'failed'::text) OR is_late)
    WHEN 'reversed'::text THEN ((status = 'failed'::text) OR is_late)
    ELSE true
END),
    CONSTRAINT payouts_resolved_at_check CHECK (((resolution IS NULL) = (resolved_at IS NULL))),
    CONSTRAINT payouts_status_check CHECK ((status = ANY (ARRAY['awaiting_approval'::text, 'pending'::text, 'paid'::text, 'failed'::text]))),
    CONSTRAINT payouts_withdrawn_check CHECK (((withdrawn_code IS NULL) = (withdrawn_message IS NULL))),
    CONSTRAINT payouts_within_limit CHECK ((amount_centavos <= limit_centavos))
)
WITH (autovacuum_vacuum_scale_factor='0.005', autovacuum_vacuum_threshold='10000', autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_analyze_scale_factor='0.01');
CREATE TABLE b0.product_images (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    product_id uuid NOT NULL,
    id uuid NOT NULL,
    media_type text NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT product_images_content_check CHECK ((octet_length(content) <= 524288)),
    CONSTRAINT product_images_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT product_images_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])))
);
CREATE TABLE b0.products (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    amount_centavos bigint NOT NULL,
    image_id uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT products_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT products_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE TABLE b0.refund_allocations (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    refund_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    amount_centavos bigint NOT NULL,
    CONSTRAINT refund_allocations_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT refund_allocations_check CHECK ((recipient_id <> merchant_id))
);
CREATE TABLE b0.refund_days (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    day date NOT NULL,
    refunded_count bigint NOT NULL,
    refunded_centavos bigint NOT NULL,
    CONSTRAINT refund_days_refunded_centavos_check CHECK ((refunded_centavos >= 0)),
    CONSTRAINT refund_days_refunded_count_check CHECK ((refunded_count >= 0))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000');
CREATE TABLE b0.refunds (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    charge_id uuid NOT NULL,
    status text NOT NULL,
    amount_centavos bigint NOT NULL,
    origin_centavos bigint NOT NULL,
    merchant_absorbs boolean NOT NULL,
    reason text,
    end_to_end_id text NOT NULL,
    send_count bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    done_at timestamp with time zone,
    return_id text,
    failure_code text,
    failure_message text,
    uncertain_at timestamp with time zone,
    is_known_at_bank boolean DEFAULT false NOT NULL,
    is_late boolean DEFAULT false NOT NULL,
    check_due_at timestamp with time zone,
    check_count bigint DEFAULT 0 NOT NULL,
    held_at timestamp with time zone,
    released_at timestamp with time zone,
    client_id text,
    resolution text,
    resolved_at timestamp with time zone,
    resolution_confirmed_at timestamp with time zone,
    reversal_seen_at timestamp with time zone,
    withdrawn_code text,
    withdrawn_message text,
    CONSTRAINT refunds_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT refunds_check CHECK (((origin_centavos >= 0) AND (origin_centavos <= amount_centavos))),
    CONSTRAINT refunds_check1 CHECK (((status = 'pending'::text) = (due_at IS NOT NULL))),
    CONSTRAINT refunds_check2 CHECK (((status = 'done'::text) = (done_at IS NOT NULL))),
    CONSTRAINT refunds_check3 CHECK (((status = 'failed'::text) = (failure_code IS NOT NULL))),
    CONSTRAINT refunds_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT refunds_late_only_when_done CHECK (((NOT is_late) OR (status = 'done'::text))),
    CONSTRAINT refunds_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 140))),
    CONSTRAINT refunds_resolution_check CHECK ((resolution = ANY (ARRAY['paid'::text, 'not_paid'::text, 'reversed'::text]))),
    CONSTRAINT refunds_resolution_fits_status CHECK (
CASE resolution
    WHEN 'paid'::text THEN ((status = 'done'::text) AND (NOT is_late))
    WHEN 'not_paid'::text THEN ((status = 'failed'::text) OR is_late)
    WHEN 'reversed'::text THEN ((status = 'failed'::text) OR is_late)
    ELSE true
END),
    CONSTRAINT refunds_resolved_at_check CHECK (((resolution IS NULL) = (resolved_at IS NULL))),
    CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text]))),
    CONSTRAINT refunds_withdrawn_check CHECK (((withdrawn_code IS NULL) = (withdrawn_message IS NULL)))
)
WITH (autovacuum_vacuum_scale_factor='0.005', autovacuum_vacuum_threshold='10000', autovacuum_vacuum_insert_scale_factor='0.02');
CREATE TABLE b0.request_log (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    client_id text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    operation text,
    status bigint NOT NULL,
    duration_ms bigint NOT NULL,
    is_replay boolean NOT NULL,
    code text,
    request_body text,
    answer_body text,
    omitted bigint NOT NULL
)
PARTITION BY RANGE (id);
CREATE TABLE b0.request_records (
    merchant_id uuid NOT NULL,
    client_id text NOT NULL,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    id uuid NOT NULL,
    environment text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    operation text,
    status bigint NOT NULL,
    duration_ms bigint NOT NULL,
    is_replay boolean NOT NULL,
    code text,
    omitted bigint NOT NULL,
    CONSTRAINT request_records_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE TABLE b0.sandbox_checkpoints (
    at timestamp with time zone NOT NULL,
    account text NOT NULL,
    entry_count bigint NOT NULL,
    balance_centavos bigint NOT NULL
);
CREATE VIEW b0.schema_migrations AS
 SELECT '0000-database-of-a-newer-version.sql'::text AS name,
    ''::text AS sha256,
    NULL::timestamp with time zone AS applied_at;
CREATE TABLE b0.search_chunks (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    type text NOT NULL,
    from_id uuid NOT NULL,
    before_id uuid NOT NULL,
    ids bytea NOT NULL,
    lines text NOT NULL,
    CONSTRAINT search_chunks_environment_check CHECK ((environment = 'live'::text)),
    CONSTRAINT search_chunks_type_check CHECK ((type = ANY (ARRAY['charge'::text, 'payout'::text])))
);
ALTER TABLE ONLY b0.search_chunks ALTER COLUMN ids SET STORAGE EXTERNAL;
ALTER TABLE ONLY b0.search_chunks ALTER COLUMN lines SET STORAGE EXTERNAL;
CREATE TABLE b0.set_aside_work (
    kind text NOT NULL,
    id text NOT NULL,
    failures bigint NOT NULL,
    last_error text NOT NULL,
    first_failed_at timestamp with time zone NOT NULL,
    next_try_at timestamp with time zone NOT NULL,
    dropped_at timestamp with time zone,
    dropped_reason text,
    CONSTRAINT set_aside_work_dropped CHECK ((((dropped_at IS NULL) = (dropped_reason IS NULL)) AND ((dropped_at IS NULL) OR (next_try_at = 'infinity'::timestamp with time zone)))),
    CONSTRAINT set_aside_work_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'payout'::text, 'payout_return'::text, 'refund'::text, 'incoming_payment'::text, 'settlement'::text, 'dispute'::text, 'dispute_defense'::text, 'bank_refund'::text, 'callback'::text, 'payout_check'::text, 'refund_check'::text])))
);
CREATE TABLE b0.settlement_parts (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    charge_id uuid NOT NULL,
    kind text NOT NULL,
    settlement_id uuid NOT NULL,
    amount_centavos bigint NOT NULL,
    refunded_centavos bigint DEFAULT 0 NOT NULL,
    CONSTRAINT settlement_parts_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT settlement_parts_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'reserve'::text]))),
    CONSTRAINT settlement_parts_refunded CHECK (((refunded_centavos >= 0) AND (refunded_centavos <= amount_centavos)))
)
WITH (autovacuum_vacuum_scale_factor='0.005', autovacuum_vacuum_threshold='10000', autovacuum_vacuum_insert_scale_factor='0.02');
CREATE TABLE b0.settlement_refunds (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    refund_id uuid NOT NULL,
    kind text NOT NULL,
    charge_id uuid NOT NULL,
    amount_centavos bigint NOT NULL,
    returned_at timestamp with time zone,
    CONSTRAINT settlement_refunds_amount_centavos_check CHECK ((amount_centavos > 0))
);
CREATE TABLE b0.settlements (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    due_on date NOT NULL,
    amount_centavos bigint NOT NULL,
    status text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    test_clock_id uuid,
    CONSTRAINT settlements_amount_centavos_check CHECK ((amount_centavos >= 0)),
    CONSTRAINT settlements_clock_is_of_test CHECK (((test_clock_id IS NULL) OR (environment = 'test'::text))),
    CONSTRAINT settlements_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT settlements_settled CHECK (((status = 'settled'::text) = (settled_at IS NOT NULL))),
    CONSTRAINT settlements_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'settled'::text])))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000');
CREATE TABLE b0.test_clock_items (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    kind text NOT NULL,
    id uuid NOT NULL,
    event_id uuid,
    clock_id uuid NOT NULL,
    due_at timestamp with time zone,
    is_under_way boolean DEFAULT false NOT NULL,
    CONSTRAINT test_clock_items_environment_check CHECK ((environment = 'test'::text)),
    CONSTRAINT test_clock_items_event CHECK (((kind = 'delivery'::text) = (event_id IS NOT NULL))),
    CONSTRAINT test_clock_items_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'payout'::text, 'payout_return'::text, 'refund'::text, 'settlement'::text, 'delivery'::text, 'dispute'::text]))),
    CONSTRAINT test_clock_items_under_way CHECK (((NOT is_under_way) OR (kind = 'delivery'::text)))
);
CREATE TABLE b0.transfers (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    amount_centavos bigint NOT NULL,
    description text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT transfers_amount_centavos_check CHECK (((amount_centavos >= 1) AND (amount_centavos <= '999999999999'::bigint))),
    CONSTRAINT transfers_check CHECK ((recipient_id <> merchant_id)),
    CONSTRAINT transfers_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE TABLE b0.webhook_alarms (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    endpoint_id uuid NOT NULL,
    failing_since timestamp with time zone,
    mailed_at timestamp with time zone,
    CONSTRAINT webhook_alarms_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE TABLE b0.webhook_attempts (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    event_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    attempt bigint NOT NULL,
    started_at timestamp with time zone NOT NULL,
    duration_ms bigint NOT NULL,
    response_status bigint,
    response_excerpt text,
    failure text,
    signature text
)
PARTITION BY RANGE (event_id);
CREATE TABLE b0.webhook_deliveries (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    event_id uuid NOT NULL,
    id uuid NOT NULL,
    endpoint_id uuid,
    url text NOT NULL,
    status text NOT NULL,
    attempt_count bigint DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    attempts_before_resend bigint DEFAULT 0 NOT NULL,
    resend_count bigint DEFAULT 0 NOT NULL,
    leased_until timestamp with time zone,
    waits_for text,
    test_clock_id uuid,
    trouble text,
    CONSTRAINT webhook_deliveries_clock_is_of_test CHECK (((test_clock_id IS NULL) OR (environment = 'test'::text))),
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))),
    CONSTRAINT webhook_deliveries_trouble_check CHECK ((trouble = ANY (ARRAY['doubled'::text, 'old_time'::text, 'wrong_secret'::text])))
)
PARTITION BY RANGE (event_id);
CREATE TABLE b0.webhook_endpoints (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    status text NOT NULL,
    sealed_secret bytea NOT NULL,
    sealed_previous_secret bytea,
    previous_secret_expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    events text[] DEFAULT ARRAY['deposit.paid'::text, 'deposit.expired'::text, 'deposit.refunded'::text, 'payout.paid'::text, 'payout.failed'::text, 'dispute.opened'::text, 'dispute.updated'::text, 'dispute.closed'::text, 'split.received'::text, 'split.refunded'::text, 'split.disputed'::text] NOT NULL,
    CONSTRAINT webhook_endpoints_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'deleted'::text])))
);
CREATE TABLE b0.webhook_events (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    resource_id uuid NOT NULL,
    sequence bigint NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    "position" bigint
)
PARTITION BY RANGE (id);
CREATE TABLE b0.webhook_exams (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    endpoint_id uuid,
    sealed_secret bytea,
    sample json NOT NULL,
    status text NOT NULL,
    due_at timestamp with time zone,
    run_count bigint DEFAULT 0 NOT NULL,
    report json,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT webhook_exams_check CHECK (((status = 'running'::text) = (due_at IS NOT NULL))),
    CONSTRAINT webhook_exams_check1 CHECK (((status = ANY (ARRAY['passed'::text, 'failed'::text])) = (report IS NOT NULL))),
    CONSTRAINT webhook_exams_environment_check CHECK ((environment = 'test'::text)),
    CONSTRAINT webhook_exams_status_check CHECK ((status = ANY (ARRAY['awaiting_start'::text, 'running'::text, 'passed'::text, 'failed'::text])))
);
CREATE TABLE public.audit_log (
    id uuid NOT NULL,
    merchant_id uuid,
    actor_kind text NOT NULL,
    actor_id text,
    actor_name text NOT NULL,
    actor_address text,
    action text NOT NULL,
    subject text,
    details json,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['merchant'::text, 'operator'::text, 'command'::text, 'system'::text])))
);
CREATE TABLE public.balance_adjustment_keys (
    request_key text NOT NULL
);
CREATE TABLE public.bank_callbacks (
    id uuid NOT NULL,
    bank text NOT NULL,
    body text NOT NULL,
    received_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    attempt_count bigint DEFAULT 0 NOT NULL
)
PARTITION BY RANGE (id);
CREATE TABLE public.bank_leases (
    name text NOT NULL,
    busy_until timestamp with time zone NOT NULL
);
CREATE TABLE public.bucket_migrations (
    bucket_id text NOT NULL,
    name text NOT NULL,
    applied_at timestamp with time zone NOT NULL
);
CREATE TABLE public.buckets (
    bucket_id text NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT buckets_bucket_id_check CHECK ((bucket_id ~ '^b(0|[1-9][0-9]{0,5})$'::text)),
    CONSTRAINT buckets_state_check CHECK ((state = ANY (ARRAY['making'::text, 'open'::text, 'closed'::text])))
);
CREATE TABLE public.claimed_usernames (
    username text NOT NULL,
    claimed_at timestamp with time zone NOT NULL
);
CREATE TABLE public.credential_usage (
    merchant_id uuid NOT NULL,
    client_id text NOT NULL,
    hour timestamp with time zone NOT NULL,
    requests bigint NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    CONSTRAINT credential_usage_requests_check CHECK ((requests > 0))
);
CREATE TABLE public.credentials (
    client_id text NOT NULL,
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    name text NOT NULL,
    secret_sha256 bytea NOT NULL,
    rate_limit_per_minute bigint,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    scopes text[],
    addresses inet[],
    test_clock_id uuid,
    watched_until timestamp with time zone,
    CONSTRAINT credentials_addresses_check CHECK (((cardinality(addresses) >= 1) AND (cardinality(addresses) <= 50))),
    CONSTRAINT credentials_clock_is_of_test CHECK (((test_clock_id IS NULL) OR (environment = 'test'::text))),
    CONSTRAINT credentials_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT credentials_rate_limit_per_minute_check CHECK ((rate_limit_per_minute > 0)),
    CONSTRAINT credentials_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['charges:read'::text, 'charges:write'::text, 'refunds:read'::text, 'refunds:write'::text, 'payouts:read'::text, 'payouts:write'::text, 'transfers:read'::text, 'transfers:write'::text, 'disputes:read'::text, 'disputes:write'::text, 'webhooks:read'::text, 'webhooks:write'::text, 'balance:read'::text, 'payment_links:read'::text, 'payment_links:write'::text]))),
    CONSTRAINT credentials_secret_sha256_check CHECK ((length(secret_sha256) = 32))
);
CREATE TABLE public.dispute_polls (
    bank text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    failure_count bigint DEFAULT 0 NOT NULL,
    failure text
);
CREATE TABLE public.incoming_payment_periods (
    bank text NOT NULL,
    opened_until timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    refunds_looked_at timestamp with time zone,
    returns_booked_from timestamp with time zone,
    old_refunds_looked_at timestamp with time zone
);
CREATE TABLE public.incoming_payment_windows (
    id uuid NOT NULL,
    bank text NOT NULL,
    purpose text NOT NULL,
    from_at timestamp with time zone NOT NULL,
    to_at timestamp with time zone NOT NULL,
    next_page bigint DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    claim_count bigint DEFAULT 0 NOT NULL,
    failure_count bigint DEFAULT 0 NOT NULL,
    failure text,
    CONSTRAINT incoming_payment_windows_check CHECK ((to_at >= from_at)),
    CONSTRAINT incoming_payment_windows_purpose_check CHECK ((purpose = ANY (ARRAY['new'::text, 'backfill'::text, 'refunds'::text, 'old_refunds'::text])))
);
CREATE TABLE public.installation (
    is_only_row boolean DEFAULT true NOT NULL,
    sealed_check bytea NOT NULL,
    sandbox_user_mark text,
    sealed_receipt_key bytea,
    CONSTRAINT installation_is_only_row_check CHECK (is_only_row)
);
CREATE TABLE public.kyc_applications (
    merchant_id uuid NOT NULL,
    application_id uuid NOT NULL,
    status text NOT NULL,
    kind text,
    legal_name text,
    tax_id text,
    postal_code text,
    street text,
    street_number text,
    complement text,
    district text,
    city text,
    state text,
    responsible_name text,
    responsible_tax_id text,
    responsible_birth_date date,
    responsible_role text,
    submission_count bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status_since timestamp with time zone NOT NULL,
    CONSTRAINT kyc_applications_check CHECK (((status = 'draft'::text) OR (submission_count > 0))),
    CONSTRAINT kyc_applications_check1 CHECK (((status = 'draft'::text) OR (num_nulls(kind, legal_name, tax_id, postal_code, street, street_number, district, city, state, responsible_name, responsible_tax_id, responsible_birth_date) = 0))),
    CONSTRAINT kyc_applications_check2 CHECK (((status = 'draft'::text) OR (length(tax_id) =
CASE kind
    WHEN 'person'::text THEN 11
    ELSE 14
END))),
    CONSTRAINT kyc_applications_check3 CHECK (((status = 'draft'::text) OR (kind = 'person'::text) OR (responsible_role IS NOT NULL))),
    CONSTRAINT kyc_applications_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'company'::text]))),
    CONSTRAINT kyc_applications_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT kyc_applications_submission_count_check CHECK ((submission_count >= 0))
);
CREATE TABLE public.kyc_documents (
    merchant_id uuid NOT NULL,
    document_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    sealed_content bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT kyc_documents_content_type_check CHECK ((content_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
    CONSTRAINT kyc_documents_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= 5242880)))
);
ALTER TABLE ONLY public.kyc_documents ALTER COLUMN sealed_content SET STORAGE EXTERNAL;
CREATE TABLE public.kyc_submissions (
    merchant_id uuid NOT NULL,
    number bigint NOT NULL,
    submitted_at timestamp with time zone NOT NULL,
    submitted_by text NOT NULL,
    decision text,
    reason text,
    decided_at timestamp with time zone,
    decided_by text,
    CONSTRAINT kyc_submissions_check CHECK ((num_nulls(decision, decided_at, decided_by) = ANY (ARRAY[0, 3]))),
    CONSTRAINT kyc_submissions_check1 CHECK (((reason IS NOT NULL) = (NOT (decision IS DISTINCT FROM 'rejected'::text)))),
    CONSTRAINT kyc_submissions_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
    CONSTRAINT kyc_submissions_number_check CHECK ((number > 0))
);
CREATE TABLE public.ledger_verification_lease (
    is_only_row boolean DEFAULT true NOT NULL,
    holder uuid,
    held_until timestamp with time zone NOT NULL,
    CONSTRAINT ledger_verification_lease_is_only_row_check CHECK (is_only_row)
);
CREATE TABLE public.ledger_verifications (
    id uuid NOT NULL,
    day date,
    status text NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    is_clean boolean,
    laws json,
    is_full boolean DEFAULT false NOT NULL,
    CONSTRAINT ledger_verifications_check CHECK (((status = 'done'::text) = ((finished_at IS NOT NULL) AND (is_clean IS NOT NULL)))),
    CONSTRAINT ledger_verifications_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text])))
);
CREATE TABLE public.mails (
    id uuid NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    sealed_body bytea NOT NULL,
    status text NOT NULL,
    attempt_count bigint DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    failure text,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    CONSTRAINT mails_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'kept'::text, 'failed'::text])))
);
CREATE TABLE public.merchant_views (
    session_id text NOT NULL,
    merchant_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.merchants (
    merchant_id uuid NOT NULL,
    username text NOT NULL,
    name text NOT NULL,
    document text NOT NULL,
    city text DEFAULT 'SAO PAULO'::text NOT NULL,
    status text NOT NULL,
    is_sandbox boolean DEFAULT false NOT NULL,
    fee_basis_points bigint NOT NULL,
    fee_fixed_centavos bigint NOT NULL,
    payout_fee_centavos bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status_before text,
    suspended_at timestamp with time zone,
    suspension_reason text,
    settlement_delay_days bigint DEFAULT 0 NOT NULL,
    settlement_business_days boolean DEFAULT false NOT NULL,
    reserve_basis_points bigint DEFAULT 0 NOT NULL,
    reserve_days bigint DEFAULT 0 NOT NULL,
    bucket_id text DEFAULT 'b0'::text NOT NULL,
    moves_to text,
    CONSTRAINT merchants_check CHECK (((status = 'suspended'::text) OR (num_nonnulls(status_before, suspended_at) = 0))),
    CONSTRAINT merchants_check1 CHECK (((suspended_at IS NOT NULL) OR (suspension_reason IS NULL))),
    CONSTRAINT merchants_fee_basis_points_check CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000))),
    CONSTRAINT merchants_fee_fixed_centavos_check CHECK ((fee_fixed_centavos >= 0)),
    CONSTRAINT merchants_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT merchants_payout_fee_centavos_check CHECK ((payout_fee_centavos >= 0)),
    CONSTRAINT merchants_reserve CHECK (((reserve_basis_points = 0) = (reserve_days = 0))),
    CONSTRAINT merchants_reserve_basis_points_check CHECK (((reserve_basis_points >= 0) AND (reserve_basis_points <= 10000))),
    CONSTRAINT merchants_reserve_days_check CHECK (((reserve_days >= 0) AND (reserve_days <= 365))),
    CONSTRAINT merchants_sandbox_settles CHECK (((NOT is_sandbox) OR ((settlement_delay_days = 0) AND (reserve_days = 0)))),
    CONSTRAINT merchants_settlement_delay_days_check CHECK (((settlement_delay_days >= 0) AND (settlement_delay_days <= 365))),
    CONSTRAINT merchants_status_before_check CHECK ((status_before = ANY (ARRAY['pending_kyc'::text, 'active'::text, 'rejected'::text]))),
    CONSTRAINT merchants_status_check CHECK ((status = ANY (ARRAY['pending_kyc'::text, 'active'::text, 'rejected'::text, 'suspended'::text]))),
    CONSTRAINT merchants_suspension_reason_check CHECK (((length(suspension_reason) >= 1) AND (length(suspension_reason) <= 500))),
    CONSTRAINT merchants_username_check CHECK ((username ~ '^[a-z0-9_.-]{3,30}$'::text))
);
CREATE TABLE public.notice_visits (
    user_id text NOT NULL,
    environment text NOT NULL,
    seen_until timestamp with time zone NOT NULL,
    CONSTRAINT notice_visits_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE TABLE public.notification_preferences (
    user_id text NOT NULL,
    kind text NOT NULL,
    is_enabled boolean NOT NULL,
    min_centavos bigint,
    summarised_day date,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT notification_preferences_check CHECK (((kind = 'payment_received'::text) = (min_centavos IS NOT NULL))),
    CONSTRAINT notification_preferences_check1 CHECK (((kind = 'daily_summary'::text) = (summarised_day IS NOT NULL))),
    CONSTRAINT notification_preferences_kind_check CHECK ((kind = ANY (ARRAY['payment_received'::text, 'payout_failed'::text, 'dispute'::text, 'webhook_failing'::text, 'daily_summary'::text]))),
    CONSTRAINT notification_preferences_min_centavos_check CHECK ((min_centavos > 0))
);
CREATE TABLE public.operator_alerts (
    cause text NOT NULL,
    day date NOT NULL,
    value bigint NOT NULL,
    told_at timestamp with time zone NOT NULL
);
CREATE TABLE public.operator_proposals (
    id uuid NOT NULL,
    kind text NOT NULL,
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    subject text NOT NULL,
    amount_centavos bigint NOT NULL,
    reason text NOT NULL,
    parameters text NOT NULL,
    request_key text,
    proposed_by text NOT NULL,
    proposed_by_name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    decided_by text,
    decided_by_name text,
    decided_at timestamp with time zone,
    CONSTRAINT operator_proposals_amount_centavos_check CHECK ((amount_centavos <> 0)),
    CONSTRAINT operator_proposals_approved_in_time CHECK (((state <> 'approved'::text) OR (decided_at < expires_at))),
    CONSTRAINT operator_proposals_check CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
    CONSTRAINT operator_proposals_check1 CHECK (((state = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_by IS NOT NULL))),
    CONSTRAINT operator_proposals_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT operator_proposals_kind_check CHECK ((kind = ANY (ARRAY['balance_adjustment'::text, 'payout_resolution'::text, 'refund_resolution'::text]))),
    CONSTRAINT operator_proposals_parameters_check CHECK ((json_typeof((parameters)::json) = 'object'::text)),
    CONSTRAINT operator_proposals_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
    CONSTRAINT operator_proposals_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'expired'::text]))),
    CONSTRAINT operator_proposals_two_operators CHECK (((state <> 'approved'::text) OR (decided_by <> proposed_by)))
);
CREATE TABLE public.partitioned_tables (
    table_name text NOT NULL,
    bounded_by text NOT NULL,
    days_in_partition bigint NOT NULL,
    partitions_ahead bigint NOT NULL,
    kept_from timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    storage_parameters text,
    CONSTRAINT partitioned_tables_bounded_by_check CHECK ((bounded_by = ANY (ARRAY['id'::text, 'date'::text]))),
    CONSTRAINT partitioned_tables_days_in_partition_check CHECK ((days_in_partition > 0)),
    CONSTRAINT partitioned_tables_partitions_ahead_check CHECK ((partitions_ahead > 0))
);
CREATE TABLE public.payout_stops (
    merchant_id uuid NOT NULL,
    environment text NOT NULL,
    stopped_by text NOT NULL,
    stopped_at timestamp with time zone NOT NULL,
    actor_name text NOT NULL,
    reason text,
    resumed_at timestamp with time zone,
    CONSTRAINT payout_stops_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT payout_stops_stopped_by_check CHECK ((stopped_by = ANY (ARRAY['merchant'::text, 'operator'::text]))),
    CONSTRAINT platform_stop_is_live CHECK (((merchant_id <> '00000000-0000-0000-0000-000000000000'::uuid) OR ((environment = 'live'::text) AND (stopped_by = 'operator'::text))))
);
CREATE TABLE public.reconciliation_parts (
    bank text NOT NULL,
    day date NOT NULL,
    from_at timestamp with time zone NOT NULL,
    to_at timestamp with time zone NOT NULL,
    made_at timestamp with time zone NOT NULL,
    received_count bigint NOT NULL,
    payout_count bigint NOT NULL,
    refund_count bigint NOT NULL
);
CREATE TABLE public.reconciliation_reports (
    bank text NOT NULL,
    day date NOT NULL,
    due_at timestamp with time zone,
    failure text,
    made_at timestamp with time zone,
    is_clean boolean,
    received_count bigint,
    payout_count bigint,
    bank_balance_centavos bigint,
    ledger_balance_centavos bigint,
    outbound_in_transit_centavos bigint,
    inbound_in_transit_centavos bigint,
    discrepancy_count bigint,
    lines json,
    CONSTRAINT reconciliation_reports_check CHECK (((made_at IS NULL) = (is_clean IS NULL))),
    CONSTRAINT reconciliation_reports_check1 CHECK (((made_at IS NULL) = (lines IS NULL))),
    CONSTRAINT reconciliation_reports_check2 CHECK ((is_clean = (discrepancy_count = 0))),
    CONSTRAINT reconciliation_reports_check3 CHECK (((due_at IS NOT NULL) OR (made_at IS NOT NULL)))
);
CREATE TABLE public.restorations (
    restored_at timestamp with time zone NOT NULL,
    reached_at timestamp with time zone NOT NULL,
    backup text NOT NULL,
    confirmed_at timestamp with time zone,
    confirmed_by text,
    CONSTRAINT restorations_check CHECK ((reached_at <= restored_at)),
    CONSTRAINT restorations_check1 CHECK (((confirmed_at IS NULL) = (confirmed_by IS NULL))),
    CONSTRAINT restorations_check2 CHECK ((confirmed_at >= restored_at))
);
CREATE TABLE public.sandbox_resets (
    day date NOT NULL,
    reset_at timestamp with time zone NOT NULL
);
CREATE TABLE public.schema_migrations (
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone NOT NULL
);
CREATE TABLE public.test_clocks (
    id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    name text,
    status text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    now_at timestamp with time zone NOT NULL,
    target_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    delete_after timestamp with time zone NOT NULL,
    CONSTRAINT test_clocks_at_target CHECK (((status <> 'ready'::text) OR (target_at = now_at))),
    CONSTRAINT test_clocks_status_check CHECK ((status = ANY (ARRAY['ready'::text, 'advancing'::text, 'deleting'::text]))),
    CONSTRAINT test_clocks_within_two_years CHECK (((now_at >= started_at) AND (target_at >= now_at) AND (EXTRACT(epoch FROM (target_at - started_at)) <= ((731 * 86400))::numeric)))
);
CREATE TABLE public.unreadable_payments (
    bank text NOT NULL,
    item text NOT NULL,
    reason text NOT NULL,
    first_seen_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    resolved_at timestamp with time zone
);
CREATE TABLE public.unrequested_refunds (
    id uuid NOT NULL,
    bank text NOT NULL,
    end_to_end_id text NOT NULL,
    refund_id text NOT NULL,
    return_id text,
    amount_centavos bigint NOT NULL,
    status text NOT NULL,
    is_by_bank boolean NOT NULL,
    happened_at timestamp with time zone NOT NULL,
    day date NOT NULL,
    found_at timestamp with time zone NOT NULL,
    dispute_reason text,
    booking text DEFAULT 'by_hand'::text NOT NULL,
    booking_due_at timestamp with time zone,
    booking_attempts bigint DEFAULT 0 NOT NULL,
    booked_at timestamp with time zone,
    booking_failure text,
    failure_seen_at timestamp with time zone,
    CONSTRAINT unrequested_refunds_amount_centavos_check CHECK ((amount_centavos > 0)),
    CONSTRAINT unrequested_refunds_booking_check CHECK ((booking = ANY (ARRAY['waiting'::text, 'booked'::text, 'by_hand'::text]))),
    CONSTRAINT unrequested_refunds_check CHECK (((booking = 'booked'::text) = (booked_at IS NOT NULL))),
    CONSTRAINT unrequested_refunds_check1 CHECK (((booking = 'waiting'::text) = (booking_due_at IS NOT NULL))),
    CONSTRAINT unrequested_refunds_check2 CHECK (((booking = 'by_hand'::text) OR (dispute_reason IS NOT NULL))),
    CONSTRAINT unrequested_refunds_dispute_reason_check CHECK ((dispute_reason = ANY (ARRAY['fraud'::text, 'operational_failure'::text, 'automatic_pix'::text]))),
    CONSTRAINT unrequested_refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text])))
);
CREATE TABLE public.worker_processes (
    worker_id text NOT NULL,
    seen_at timestamp with time zone NOT NULL
);
INSERT INTO b0.bucket_merchants VALUES ('00000000-0000-0000-0000-000000000000');
INSERT INTO public.bank_leases VALUES ('payouts', '-infinity');
INSERT INTO public.bucket_migrations VALUES ('b0', '0200-event-feeds.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0201-canceled-charges.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0211-items-of-test-clocks.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0212-disputes-of-test-clocks.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0220-trouble-on-demand.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0221-webhook-exams.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0222-checked-trouble.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0261-request-records.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0270-search-chunks.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0271-refund-days.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0280-payment-links.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0282-products.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0285-payout-beneficiaries.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0286-payout-batches.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0287-keys-of-beneficiaries.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0288-automatic-payouts.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0291-payment-notices.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0292-webhook-alarms.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0293-request-log.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0305-fee-days.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0306-dropped-work.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0307-merchant-notes.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0309-signatures-of-attempts.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0310-charge-descriptions.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0311-payment-page-looks.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0312-charge-renewals.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0322-old-runs-of-automatic-payouts.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0326-fences-of-newer-tables.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0345-set-aside-bank-items.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0346-withdrawn-orders.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.bucket_migrations VALUES ('b0', '0370-checked-withdrawn-orders.sql', '2026-11-23 12:00:00+00');
INSERT INTO public.buckets VALUES ('b0', 'open', '2026-11-23 12:00:00+00');
INSERT INTO public.ledger_verification_lease VALUES (true, NULL, '-infinity');
INSERT INTO public.partitioned_tables VALUES ('webhook_events', 'id', 7, 4, '-infinity', NULL);
INSERT INTO public.partitioned_tables VALUES ('webhook_attempts', 'id', 7, 4, '-infinity', NULL);
INSERT INTO public.partitioned_tables VALUES ('bank_callbacks', 'id', 7, 4, '-infinity', NULL);
INSERT INTO public.partitioned_tables VALUES ('idempotency_keys', 'date', 1, 3, '-infinity', NULL);
INSERT INTO public.partitioned_tables VALUES ('webhook_deliveries', 'id', 7, 4, '-infinity', 'fillfactor = 50');
INSERT INTO public.partitioned_tables VALUES ('request_log', 'id', 1, 3, '-infinity', NULL);
INSERT INTO public.schema_migrations VALUES ('0001-merchants.sql', '230d2e4f47f49de4583e5b0b102c353feb94028edbb41a1123a0bf3ada3718f4', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0002-ledger.sql', 'f2f862e4f16e25cdbf88e0e38ce4d6c5ec150ee0235855df8a4a74857f938bd6', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0003-charges.sql', '149cba88d4f3f38477602c157ec2c7513484a913106c82888273b676412f84c2', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0004-payouts.sql', '338fdd26cc7cf044ef11fcffff53461a8e4ab400fab44a048efd67932ba6073c', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0005-webhooks.sql', '7d76e06075cb35d2752b23f63d66938957834b66a12a31bf0f5d96d657c3999d', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0006-work.sql', '87e31311bac369079879039a452727679f6639a60afb5383f8bf8209de3dbcca', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0007-panel.sql', '691307b667823eca1352d7599da6f6dd31fb315279dbcf460662217e9741f700', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0008-kyc.sql', '966381a30706ad5f64954f9c4a16bf880d00c6128fde3ceab8c5d96c9fee8c9a', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0009-transfers.sql', 'b8857138a0cccc4429373812f6ec070f0202bf99a05c5ff113c50ae9bf6e4ee1', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0010-integrations.sql', '5a243347edc12e783e1e7d952748adad4e7ab97f4fbe8fec9c8534b25ca11fbe', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0011-panel-reads.sql', 'c45aab2a31da435ed59eea0fe4ea66f7edaef4e69e198d55acecd6d9f1ed9923', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0012-operators.sql', '2d78e7e1fbea8a612c817470265a0991563f803cba8732bc92f28eb21d49ce18', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0013-operations.sql', 'a8ec6fdd902c8b5fcc7c5511eb44517cd034153c0cb0f6d027529b6834117a7d', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0014-splits-received.sql', '31774e2f5d6255a389f7036ecc313bf1cabe2741373bb02c0831749a898a6340', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0015-panel-lists.sql', '008d4bb8b4085a8aa5fddc87c94e4fc2cdb327f1ad59a48abb8cc614f097dd46', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0016-live-banks.sql', '161b13c00d8763b5842119632b930ec7a733f4d02c84c2b1783efac7e468abdc', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0017-reconciliation.sql', '1247f2935d45e3be4bbb01ec8cbe9be3f8d94135485596ea599776f5e349b6ec', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0018-refunds.sql', 'd94ecedde33ebb9fef8af9d33b04601000143ef216c36eed86301c55a609df78', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0019-payout-returns.sql', 'c6aaa86b08e1f21b7c42c0e41db604de646435b1e6bb34b4892ae601b529c5ec', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0020-bank-leases.sql', '6e116d37404ec1da66b9221f6131cbf70aa00b36c7842010cd7264995b58d01f', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0021-reconciled-refunds.sql', '2f0d5ba4cdf857cb61c73116525653bfdaebd5a9e2d561d91cd9569d102c5dcd', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0022-operator-account.sql', '9a6a950c23d5e6bc2f2358ea8b510d4f72cc314d599e74a24aa7e71c7d04aee6', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0030-set-aside-work.sql', '9829fd25fa360df19bd2ae22755c65c08f91b991c9f57c4c381394804a50b979', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0035-partitions.sql', 'ad21942100be59ab929baea6405e392195761969bbf92c62514463df79187a63', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0036-bounded-reads.sql', '12e84829e47819520d1b9824630ed8b3fc4b68c14442f3f01409ea1c6de065bf', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0037-sandbox-retention.sql', 'd6f68ac54aaabbc0c2021ff518fb6e98b13f834db2b323642936fafe7b15ba76', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0038-key-days.sql', '0d35efdc638dcb456e4edca99c56a4d7b3b78d8a80a1cd5d58f390a494f9a092', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0040-uncertain-orders.sql', 'a457400dea2546d27ee1a11a9f5357ed54f5f56f05cc7dfb621bed7fd281b884', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0041-held-orders.sql', 'd78ed94926d7e4c3cf56f0ca8fa48af446a082c99df5a0b4e1eb7f23f225ec27', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0042-refunded-shares.sql', '0751a249e21bac3cd872e8accc8271dbdd5c5d9ae000bfb2627badd60385876b', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0045-reconciled-by-lists.sql', '6567d1ecf104f90fa4354c2084c6833e2ff412dd21c8a962a1eb1a222aadb2fa', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0046-incoming-payment-windows.sql', '52c75a380f50f25debe890a0069db2082c28b91ab4237878bb9c4f43b0dd3703', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0047-unrequested-refunds.sql', '8cc0d9aa888a0eee11d32a7a4c516d49d09f32604760fb2dbef82a48eb651b4c', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0048-booking-time.sql', '6d40251dea73c34c01ca497fba5c5b100d3713ebd01fef0c960bfd247da43fc8', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0050-ledger-checkpoints.sql', '2079c37a230dc71af661de8ce4f2f81384e3fbee1e95075011c22cc35e9bf8ee', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0051-legal-transitions.sql', 'c5d54af44c0e9b7e2649eea85506f2383cf54599efe7c1d318292bf21a14b3da', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0060-client-ids.sql', 'ed9d4cd3825ae5eed86ea9d0f893f9a075423a71d0e0ea1c460ee5d1c52c9ed7', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0061-log-in.sql', '54ff3ef4a369de70e68ee30a4a7111fb32ebb4c8b359e7fac04d2bed225c88b6', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0065-deliveries-sent-again.sql', 'cd3d1250673655b024fc44f09291d2d9dbf6a262efd9965546a0c79908b46020', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0070-holds-and-debts.sql', '83761c921b7588ae7a1e01dd857d5ee63eca4e9b2fd8084da6056fda6c1b02fe', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0071-settlements.sql', 'e836efc79a582674cf25f311caac061ac81a26304a894c00b74d59c174ed8ac0', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0075-disputes.sql', '90ced73ce3a3504304bbf9264ea3e072c2541e19214805152b4312661d3e8c0d', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0076-sandbox-disputes.sql', '6767494afb2fbf09c9c27d700df8ffc3d4132571f7789ae2d37296d59c3b57a5', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0080-disputes-at-the-bank.sql', 'f2c6a43cf4168fd2026cfa1f9d1838b9a51330d433c25c3a44e8ed2da61cdab3', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0081-disputes-to-return.sql', 'bcd099b91c5f80b9a1985343618e862e2ef04d3fc03c2f91dea60905a3881f6a', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0085-key-rights.sql', '2fc8f74cb27c14dc6984db75481196b06a6d52749502c239ef92096d0b2fc8a2', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0086-operator-alerts.sql', 'eb05088bc789eedd5aabe1b13206f3d6b8e39fa636a80a3548bdf796d36f74e2', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0090-payout-stops.sql', '76950612eda87a8f53a67d327ea8dc96532d1908bfd0c853fefcb89737267498', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0091-payout-limits.sql', '378ee0c723ff63c3b79b5b5cf2b20b18b3719f4dae4296f82ac3bc559a771cc0', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0092-payout-approvals.sql', '0d796302c04a676f5e062790fff3c8ae8253a15fbb4ccba134db49baed96b57d', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0093-payout-notices.sql', 'b8a0d04beae289fc88f3fcf804eb3a3a58390cd1584c07a2146eeaad90c2d136', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0094-expiry-of-payout-controls.sql', 'f65abebbe350aa69fcaff38b41b6d383bb1a72cccd4e806a98bbf8a561fccec9', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0095-roles.sql', '8467bd38055e74787224f0d96fe0017bbf3a137aa4b03046de89d10b314733b9', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0096-invitations.sql', 'db06b297ec21d896e37c66f2fd54f1a36d47c809957832774048cfd6d37bde17', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0100-fixed-shares.sql', 'd27d6148b569c12bb78b7d4e148402c938a3c2f3ffd4559f13a7f525aa54f22d', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0101-events-of-shares.sql', '0ffe461baf83de67459e83f9f36774cd2c7dd249b6f3891160af5aaaef4192f5', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0102-webhooks-of-shares.sql', 'f148cf788969dc95291bbaa635e5e6fa562789a39d312f6b17c18a22b906f9a3', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0103-webhooks-of-approvals.sql', '8e8a29057a7b8d7a17cc1354f81f631172302c1e1475f338492f00fa73919750', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0105-operator-proposals.sql', '9f02c938dbfdaa5d553a2353ffcf839df6ba0aeaee5bdc560185410c17e5b247', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0106-order-resolutions.sql', 'f0464d420c5425909a06fe7b8d366e926b88c581b7d35375b6a4b822d0baa324', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0107-balance-adjustments.sql', 'b07f6ab546995601cc0c02838a4945c02d1fc60cc14adc10d33e40bf51a2cf57', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0108-payment-assignments.sql', 'cff309b2be82af7e352ff81aa180863b6599da53cc4e18d1bb28c0442dc5b692', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0109-incoming-payment-returns.sql', '593679204c833c0db5025129b76764c160598d6e2c71ab9feca9bdcc442a085e', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0110-matched-returns.sql', 'ed45daa390e5517cd72c68024b012f82d5dba00eba9d0cd1c0ed3fc7d20f532c', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0115-keys-without-answers.sql', 'd76fd8c2f3a6a2edae895133fbb34f010caeb6792aedb51310c6f4528567af6b', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0120-deliveries-are-the-queue.sql', 'f231d55ad7940841423ed2cdfb4361b05d18369491602e307959bc0a5e6d3798', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0121-approval-questions.sql', 'b50cd7d19f7294533393aad47ac9d4d5806967e5596c66715af5beafa99dd384', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0122-no-job-queue.sql', '72f1617ffcc877899ecadfd48a2e76e572ecd52a73d64b52121bb16135f192b7', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0135-shares-in-fewer-indexes.sql', '62029abf884cb798efd336c80b0f7a88f5294bac97f8db7636e7c7c2856653df', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0136-autovacuum.sql', 'd36fa7613f9ffe233c2002a691447a84a02c8e6724af62e7eaf9f9ab38f30059', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0140-buckets.sql', '9416a6a00c13116e138970cba0dea6f3d797c2f4caced3c0c5a153d63dfb50da', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0141-truncate-triggers.sql', '6e3c2b1ead0da90b1bc7baa39b6781a6f25a528d63329335496be4151987b9fa', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0142-merchants-of-a-bucket.sql', '8a62c26ee8699ea47ffbe8978398a1e0096b77ed159e2152f0a47b3499cabfd0', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0143-functions-find-tables-by-name.sql', '845060a4099c5061b8f121f6af7eff6c04de5af7326d593dd4116ec08d5baddd', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0160-merchant-moves.sql', '5cf00a58045148c27508ad30b51bc4fc6d39f4a8b7ec8c4511f5db125247f262', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0161-keys-of-adjustments.sql', '3a37af7316f0b930d4773aa6bdcf15f9635c67272ca2d0e26bd76d047a4aa31e', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0170-restorations.sql', 'e94b5180d13da0f74d63a4b7745628832078774b4cf377d665e67d37ceb8c205', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0171-functions-of-one-node.sql', 'c4e87d70a2cdbe7dec7d04f8d943eb591cfde7ac3ddec00c17cc662e2cfd0834', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0189-sandbox-user-mark.sql', 'd8f7272ed0fb8da4c00a5ba92be284a203cae494fad8ca2db5b6a1a3d3a4fd19', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0200-event-feeds.sql', '4c033104c43252ad42ef21419cf8eef3dd1acc7ee1678e5d42065256b581dad8', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0201-canceled-charges.sql', '4756debd795a80a6ab72a2bc7fbfe4cc9ca7106f39271b042c38f2b08f852917', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0202-canceled-charges-of-the-sandbox.sql', '43351a0851b39503384a3de210bccc8bbcbbe80ce754d56e40fd3931cf25d2ec', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0210-test-clocks.sql', 'c7c26e923bcf7272d267e80844db68f9e7fe9007aacebdae58eaaa6ca63798cb', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0211-items-of-test-clocks.sql', '92441de6ec9207837b98a067d2109aef0cfd60ac5c632d5fd0062371c82a58b5', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0212-disputes-of-test-clocks.sql', '4d2e3013ab8b903ac2f9a754836d3367049e17d149a1657c8bdbd54bfd4a592f', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0220-trouble-on-demand.sql', '9ba79bc845582ff73aa4199bac34568f32ec1dcb657b5c999f3e15cfeeff8629', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0221-webhook-exams.sql', '9cc220ba061729ea7ccc00b9087b8d3f5874d15ca8896748776bfbfb523abea8', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0222-checked-trouble.sql', '2052bad306b6e766e0cc25ca85558fc4a6db7515214e31701d55e418d20915cc', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0260-watched-keys.sql', '804eaef649ab61bb64744678ced980f4443d682efdf91ae6b5a16560320598c0', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0261-request-records.sql', '6b0ab6bce54e78c1ec755a66cf18fa9539fbe3334880f5c4e91674cede29cc72', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0270-search-chunks.sql', '451e498c5ddaffa7256ae412ed50d8d1628c16d1871a8698afe38f75e68fb31f', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0271-refund-days.sql', '9e4f71f5a6364d263d04a99c4693195a2ea6dad1b469a797cbe630a9ab37d519', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0275-receipt-key.sql', '8e6ec7ada9c3e3c3ffe2f0fba6b4bba4887eff8af509ce0a114bc9734e151c44', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0280-payment-links.sql', '711b5f237159f59e8ec95e54dca9bdf1ae6a33239cdf817aefdc0008362ca1cf', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0281-scopes-of-payment-links.sql', '18129b380c94e5b00c3d49e2a10b2fcc4b91df0ac346c9eb03df7275091976d2', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0282-products.sql', '2fec374a06a9f5dca922cebcc93790d3e7f6ed2564e469360bef3bea662f1ab8', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0285-payout-beneficiaries.sql', '476fe23092b960acdf646e37f6dcf278dc142e4d4487dc873fd9e584f267afa9', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0286-payout-batches.sql', 'fd232e6dbc88bbd2d77047848e359766491998b5962cfc21059b499ab46cffeb', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0287-keys-of-beneficiaries.sql', 'ad425b2dfb0b17979fccddf4781fc0ebd2577b6d095a841ffacf9027ee4046ac', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0288-automatic-payouts.sql', '791f9314626c33aa09f28a460062d4a9b161b91c8080a2e032995f09fb7311fc', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0290-notifications.sql', '7737d02a3332b08069a4b24e14e7e20ca8c21adcc5a5ebb8b61d50be0882627e', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0291-payment-notices.sql', 'ace6df7feffd9934fd11904afaa1ae258800ef0918355a0068330604c513f645', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0292-webhook-alarms.sql', '29f40d1a7e6d25f3777d12e034c8d45867c94ddf358e64884d1edb8fe326f528', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0293-request-log.sql', 'acfeb5c5f53ba720e771df295e422161932e8ff6506ee18d194b9f32682ddc02', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0294-partitions-of-the-request-log.sql', '6680ec43801b3b574880e0b16032a666524c1297a57f8472dfbf38a6cc47fde2', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0305-fee-days.sql', '7c3711e99bd82449b909df288320a620ab70ceb30419528ebfa5eb0db966765c', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0306-dropped-work.sql', 'f248e1b667c475547f81c5dc28fb8d9acf59ee0d7127fbf3708c99e0b37b708a', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0307-merchant-notes.sql', '5cb21e3dd9fd33b59b87898f3e39a2d59da878c83c5bebfe5b25d4b450a8424d', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0308-merchant-views.sql', '1a2303b44a67046c169bf549d889811c63093b45d8d3ab4590c4da4a63d7e5a5', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0309-signatures-of-attempts.sql', '46a8765f5ec7e05cc926164a39304a72cfb91b98c284c88f4eda2d5fb9ddc95f', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0310-charge-descriptions.sql', '08e0514af0540e8ea8b8063740d95019f6fe8ec7a66c4813fe5f45249450970d', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0311-payment-page-looks.sql', '950b3a037e91281d35ad75399ae5205d3ffbb5c6421cd1589de2247a0da9e043', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0312-charge-renewals.sql', '1bbb47d43470dfb82b817452662a9dd2b5f19c1783ffbf44f580d7b892163ec7', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0322-old-runs-of-automatic-payouts.sql', 'ed928bf629b7571c64b31389165f7dc91d4648f73c90890a5fa5884da7fae9b5', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0326-fences-of-newer-tables.sql', '691ae8bbd0d5d27e3c6afef097cb2ebbebe17985936ebb5aa597a72ec9ba5dba', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0335-clocks-on-one-server.sql', '81f3ce875c8a778570d1e9b5011459c97df04cbda065c1c4adbad42add0175c3', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0345-set-aside-bank-items.sql', 'f3a318751cb73de170add4e2a89c27eb0d90d89010751d9bfca965fb5f2fa38f', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0346-withdrawn-orders.sql', '5526160a8f22e3e7edadb003fd0b71df098d9a856ecb5402b2ee72f4ac807742', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0347-failures-of-booked-refunds.sql', '9e7d0d537f9dcc5b74cf98a2b69c75707e94b4896ef7034e79aa446c6a971e0e', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0355-expiry-of-sessions.sql', '3b7c57ab484d7e9eaa3a0a53ab52f3d49952e1267fef591b48fc2a8f1195176c', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0360-replaced-second-factors.sql', 'dd4c4f6735976a28a131e724d6316d1d2faa07ed8cc61ffc4b02265f950bea8f', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0365-refuse-old-versions.sql', 'c05c2d121095be5079bcc20a760fc47f4f7dd36b77454fb85c199d75e61e14ce', '2026-11-23 12:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0370-checked-withdrawn-orders.sql', '50d90c6f378e4f0b7bd694c9027611496903d08d4d0529976b23d2a020752b59', '2026-11-23 12:00:00+00');
ALTER TABLE ONLY auth.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.invitations
    ADD CONSTRAINT invitations_token_sha256_key UNIQUE (token_sha256);
ALTER TABLE ONLY auth.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (token_sha256);
ALTER TABLE ONLY auth."rateLimit"
    ADD CONSTRAINT "rateLimit_key_key" UNIQUE (key);
ALTER TABLE ONLY auth."rateLimit"
    ADD CONSTRAINT "rateLimit_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY auth.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.session
    ADD CONSTRAINT session_token_key UNIQUE (token);
ALTER TABLE ONLY auth."twoFactor"
    ADD CONSTRAINT "twoFactor_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY auth.used_codes
    ADD CONSTRAINT used_codes_pkey PRIMARY KEY (user_id, code_sha256);
ALTER TABLE ONLY auth."user"
    ADD CONSTRAINT user_email_key UNIQUE (email);
ALTER TABLE ONLY auth."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (id);
ALTER TABLE ONLY b0.automatic_payout_runs
    ADD CONSTRAINT automatic_payout_runs_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.automatic_payouts
    ADD CONSTRAINT automatic_payouts_pkey PRIMARY KEY (merchant_id, environment);
ALTER TABLE ONLY b0.balance_adjustments
    ADD CONSTRAINT balance_adjustments_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.balance_adjustments
    ADD CONSTRAINT balance_adjustments_proposal_id_key UNIQUE (proposal_id);
ALTER TABLE ONLY b0.balance_adjustments
    ADD CONSTRAINT balance_adjustments_request_key_key UNIQUE (request_key);
ALTER TABLE ONLY b0.balance_hold_movements
    ADD CONSTRAINT balance_hold_movements_pkey PRIMARY KEY (merchant_id, environment, reference_id, kind);
ALTER TABLE ONLY b0.balance_holds
    ADD CONSTRAINT balance_holds_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.bucket_merchants
    ADD CONSTRAINT bucket_merchants_pkey PRIMARY KEY (merchant_id);
ALTER TABLE ONLY b0.charge_cancellations
    ADD CONSTRAINT charge_cancellations_pkey PRIMARY KEY (merchant_id, environment, charge_id);
ALTER TABLE ONLY b0.charge_days
    ADD CONSTRAINT charge_days_pkey PRIMARY KEY (merchant_id, environment, day);
ALTER TABLE ONLY b0.charge_drafts
    ADD CONSTRAINT charge_drafts_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.charge_splits
    ADD CONSTRAINT charge_splits_pkey PRIMARY KEY (merchant_id, environment, charge_id, recipient_id);
ALTER TABLE ONLY b0.charges
    ADD CONSTRAINT charges_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.created_charge_counts
    ADD CONSTRAINT created_charge_counts_pkey PRIMARY KEY (merchant_id, environment, day);
ALTER TABLE ONLY b0.debt_repayments
    ADD CONSTRAINT debt_repayments_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.debts
    ADD CONSTRAINT debts_pkey PRIMARY KEY (merchant_id, environment, reference_id, kind);
ALTER TABLE ONLY b0.dispute_defenses
    ADD CONSTRAINT dispute_defenses_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.dispute_return_parts
    ADD CONSTRAINT dispute_return_parts_pkey PRIMARY KEY (merchant_id, environment, return_id, id);
ALTER TABLE ONLY b0.dispute_returns
    ADD CONSTRAINT dispute_returns_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.dispute_shares
    ADD CONSTRAINT dispute_shares_pkey PRIMARY KEY (merchant_id, environment, dispute_id, id);
ALTER TABLE ONLY b0.disputes
    ADD CONSTRAINT disputes_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.event_feeds
    ADD CONSTRAINT event_feeds_pkey PRIMARY KEY (merchant_id, environment);
ALTER TABLE ONLY b0.fee_days
    ADD CONSTRAINT fee_days_pkey PRIMARY KEY (merchant_id, environment, day);
ALTER TABLE ONLY b0.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (merchant_id, environment, key, day);
ALTER TABLE ONLY b0.incoming_payment_assignments
    ADD CONSTRAINT incoming_payment_assignments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY b0.incoming_payment_returns
    ADD CONSTRAINT incoming_payment_returns_end_to_end_id_return_id_key UNIQUE (end_to_end_id, return_id);
ALTER TABLE ONLY b0.incoming_payment_returns
    ADD CONSTRAINT incoming_payment_returns_pkey PRIMARY KEY (id);
ALTER TABLE ONLY b0.incoming_payments
    ADD CONSTRAINT incoming_payments_id_key UNIQUE (id);
ALTER TABLE ONLY b0.incoming_payments
    ADD CONSTRAINT incoming_payments_pkey PRIMARY KEY (end_to_end_id);
ALTER TABLE ONLY b0.late_bank_payments
    ADD CONSTRAINT late_bank_payments_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.ledger_accounts
    ADD CONSTRAINT ledger_accounts_pkey PRIMARY KEY (merchant_id, environment, account);
ALTER TABLE ONLY b0.ledger_checkpoints
    ADD CONSTRAINT ledger_checkpoints_pkey PRIMARY KEY (merchant_id, environment, account);
ALTER TABLE ONLY b0.ledger_entries
    ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (merchant_id, environment, account, sequence);
ALTER TABLE ONLY b0.ledger_openings
    ADD CONSTRAINT ledger_openings_pkey PRIMARY KEY (merchant_id, environment, account);
ALTER TABLE ONLY b0.ledger_postings
    ADD CONSTRAINT ledger_postings_pkey PRIMARY KEY (merchant_id, environment, reference_id, kind);
ALTER TABLE ONLY b0.ledger_verified_scopes
    ADD CONSTRAINT ledger_verified_scopes_pkey PRIMARY KEY (merchant_id, environment);
ALTER TABLE ONLY b0.merchant_notes
    ADD CONSTRAINT merchant_notes_pkey PRIMARY KEY (merchant_id, id);
ALTER TABLE ONLY b0.payment_link_holds
    ADD CONSTRAINT payment_link_holds_pkey PRIMARY KEY (merchant_id, environment, charge_id);
ALTER TABLE ONLY b0.payment_links
    ADD CONSTRAINT payment_links_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.payment_notice_cursors
    ADD CONSTRAINT payment_notice_cursors_pkey PRIMARY KEY (merchant_id);
ALTER TABLE ONLY b0.payment_page_looks
    ADD CONSTRAINT payment_page_looks_pkey PRIMARY KEY (merchant_id);
ALTER TABLE ONLY b0.payout_approval_calls
    ADD CONSTRAINT payout_approval_calls_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.payout_approval_servers
    ADD CONSTRAINT payout_approval_servers_id_key UNIQUE (id);
ALTER TABLE ONLY b0.payout_approval_servers
    ADD CONSTRAINT payout_approval_servers_pkey PRIMARY KEY (merchant_id, environment);
ALTER TABLE ONLY b0.payout_approvals
    ADD CONSTRAINT payout_approvals_pkey PRIMARY KEY (merchant_id, environment, payout_id);
ALTER TABLE ONLY b0.payout_batches
    ADD CONSTRAINT payout_batches_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.payout_beneficiaries
    ADD CONSTRAINT payout_beneficiaries_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.payout_beneficiary_totals
    ADD CONSTRAINT payout_beneficiary_totals_pkey PRIMARY KEY (merchant_id, environment, starts_on, pix_key);
ALTER TABLE ONLY b0.payout_limits
    ADD CONSTRAINT payout_limits_pkey PRIMARY KEY (merchant_id, environment, set_by);
ALTER TABLE ONLY b0.payout_notices
    ADD CONSTRAINT payout_notices_pkey PRIMARY KEY (merchant_id, kind, subject);
ALTER TABLE ONLY b0.payout_returns
    ADD CONSTRAINT payout_returns_pkey PRIMARY KEY (merchant_id, environment, payout_id, return_id);
ALTER TABLE ONLY b0.payout_totals
    ADD CONSTRAINT payout_totals_pkey PRIMARY KEY (merchant_id, environment, starts_on, period);
ALTER TABLE ONLY b0.payouts
    ADD CONSTRAINT payouts_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.product_images
    ADD CONSTRAINT product_images_pkey PRIMARY KEY (merchant_id, environment, product_id);
ALTER TABLE ONLY b0.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.refund_allocations
    ADD CONSTRAINT refund_allocations_pkey PRIMARY KEY (merchant_id, environment, refund_id, recipient_id);
ALTER TABLE ONLY b0.refund_days
    ADD CONSTRAINT refund_days_pkey PRIMARY KEY (merchant_id, environment, day);
ALTER TABLE ONLY b0.refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.request_log
    ADD CONSTRAINT request_log_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.request_records
    ADD CONSTRAINT request_records_pkey PRIMARY KEY (merchant_id, client_id, recorded_at, id);
ALTER TABLE ONLY b0.sandbox_checkpoints
    ADD CONSTRAINT sandbox_checkpoints_pkey PRIMARY KEY (at, account);
ALTER TABLE ONLY b0.search_chunks
    ADD CONSTRAINT search_chunks_pkey PRIMARY KEY (merchant_id, environment, type, before_id);
ALTER TABLE ONLY b0.set_aside_work
    ADD CONSTRAINT set_aside_work_pkey PRIMARY KEY (kind, id);
ALTER TABLE ONLY b0.settlement_parts
    ADD CONSTRAINT settlement_parts_pkey PRIMARY KEY (merchant_id, environment, charge_id, kind);
ALTER TABLE ONLY b0.settlement_refunds
    ADD CONSTRAINT settlement_refunds_pkey PRIMARY KEY (merchant_id, environment, refund_id, kind);
ALTER TABLE ONLY b0.settlements
    ADD CONSTRAINT settlements_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.test_clock_items
    ADD CONSTRAINT test_clock_items_pkey PRIMARY KEY (merchant_id, environment, kind, id);
ALTER TABLE ONLY b0.transfers
    ADD CONSTRAINT transfers_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.webhook_alarms
    ADD CONSTRAINT webhook_alarms_pkey PRIMARY KEY (merchant_id, environment, endpoint_id);
ALTER TABLE ONLY b0.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (merchant_id, environment, event_id, delivery_id, attempt);
ALTER TABLE ONLY b0.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (merchant_id, environment, event_id, id);
ALTER TABLE ONLY b0.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.webhook_events
    ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY b0.webhook_exams
    ADD CONSTRAINT webhook_exams_pkey PRIMARY KEY (merchant_id, environment, id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.balance_adjustment_keys
    ADD CONSTRAINT balance_adjustment_keys_pkey PRIMARY KEY (request_key);
ALTER TABLE ONLY public.bank_callbacks
    ADD CONSTRAINT bank_callbacks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bank_leases
    ADD CONSTRAINT bank_leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.bucket_migrations
    ADD CONSTRAINT bucket_migrations_pkey PRIMARY KEY (bucket_id, name);
ALTER TABLE ONLY public.buckets
    ADD CONSTRAINT buckets_pkey PRIMARY KEY (bucket_id);
ALTER TABLE ONLY public.claimed_usernames
    ADD CONSTRAINT claimed_usernames_pkey PRIMARY KEY (username);
ALTER TABLE ONLY public.credential_usage
    ADD CONSTRAINT credential_usage_pkey PRIMARY KEY (merchant_id, client_id, hour);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (client_id);
ALTER TABLE ONLY public.dispute_polls
    ADD CONSTRAINT dispute_polls_pkey PRIMARY KEY (bank);
ALTER TABLE ONLY public.incoming_payment_periods
    ADD CONSTRAINT incoming_payment_periods_pkey PRIMARY KEY (bank);
ALTER TABLE ONLY public.incoming_payment_windows
    ADD CONSTRAINT incoming_payment_windows_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY (is_only_row);
ALTER TABLE ONLY public.kyc_applications
    ADD CONSTRAINT kyc_applications_merchant_id_application_id_key UNIQUE (merchant_id, application_id);
ALTER TABLE ONLY public.kyc_applications
    ADD CONSTRAINT kyc_applications_pkey PRIMARY KEY (merchant_id);
ALTER TABLE ONLY public.kyc_documents
    ADD CONSTRAINT kyc_documents_pkey PRIMARY KEY (merchant_id, document_id);
ALTER TABLE ONLY public.kyc_submissions
    ADD CONSTRAINT kyc_submissions_pkey PRIMARY KEY (merchant_id, number);
ALTER TABLE ONLY public.ledger_verification_lease
    ADD CONSTRAINT ledger_verification_lease_pkey PRIMARY KEY (is_only_row);
ALTER TABLE ONLY public.ledger_verifications
    ADD CONSTRAINT ledger_verifications_day_key UNIQUE (day);
ALTER TABLE ONLY public.ledger_verifications
    ADD CONSTRAINT ledger_verifications_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.merchant_views
    ADD CONSTRAINT merchant_views_pkey PRIMARY KEY (session_id);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_pkey PRIMARY KEY (merchant_id);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_username_key UNIQUE (username);
ALTER TABLE ONLY public.notice_visits
    ADD CONSTRAINT notice_visits_pkey PRIMARY KEY (user_id, environment);
ALTER TABLE ONLY public.notification_preferences
    ADD CONSTRAINT notification_preferences_pkey PRIMARY KEY (user_id, kind);
ALTER TABLE ONLY public.operator_alerts
    ADD CONSTRAINT operator_alerts_pkey PRIMARY KEY (cause, day);
ALTER TABLE ONLY public.operator_proposals
    ADD CONSTRAINT operator_proposals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.operator_proposals
    ADD CONSTRAINT operator_proposals_request_key_key UNIQUE (request_key);
ALTER TABLE ONLY public.partitioned_tables
    ADD CONSTRAINT partitioned_tables_pkey PRIMARY KEY (table_name);
ALTER TABLE ONLY public.payout_stops
    ADD CONSTRAINT payout_stops_pkey PRIMARY KEY (merchant_id, environment, stopped_by);
ALTER TABLE ONLY public.reconciliation_parts
    ADD CONSTRAINT reconciliation_parts_pkey PRIMARY KEY (bank, day, from_at);
ALTER TABLE ONLY public.reconciliation_reports
    ADD CONSTRAINT reconciliation_reports_pkey PRIMARY KEY (bank, day);
ALTER TABLE ONLY public.restorations
    ADD CONSTRAINT restorations_pkey PRIMARY KEY (restored_at);
ALTER TABLE ONLY public.sandbox_resets
    ADD CONSTRAINT sandbox_resets_pkey PRIMARY KEY (day);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.test_clocks
    ADD CONSTRAINT test_clocks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.unreadable_payments
    ADD CONSTRAINT unreadable_payments_pkey PRIMARY KEY (bank, item);
ALTER TABLE ONLY public.unrequested_refunds
    ADD CONSTRAINT unrequested_refunds_bank_end_to_end_id_refund_id_key UNIQUE (bank, end_to_end_id, refund_id);
ALTER TABLE ONLY public.unrequested_refunds
    ADD CONSTRAINT unrequested_refunds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.worker_processes
    ADD CONSTRAINT worker_processes_pkey PRIMARY KEY (worker_id);
CREATE INDEX account_of_user ON auth.account USING btree ("userId");
CREATE INDEX invitations_of_merchant ON auth.invitations USING btree (merchant_id, created_at);
CREATE UNIQUE INDEX invitations_pending ON auth.invitations USING btree (merchant_id, email) WHERE (status = 'pending'::text);
CREATE INDEX operators ON auth."user" USING btree (id) WHERE ("operatorRole" IS NOT NULL);
CREATE INDEX password_resets_expiry ON auth.password_resets USING btree (expires_at);
CREATE INDEX password_resets_of_user ON auth.password_resets USING btree (user_id);
CREATE INDEX session_by_expiry ON auth.session USING btree ("expiresAt");
CREATE INDEX session_of_user ON auth.session USING btree ("userId");
CREATE INDEX two_factor_of_user ON auth."twoFactor" USING btree ("userId");
CREATE INDEX user_by_words ON auth."user" USING gin (public.search_words(email)) WHERE ("merchantId" IS NOT NULL);
CREATE INDEX user_of_merchant ON auth."user" USING btree ("merchantId");
CREATE INDEX user_operators ON auth."user" USING btree (role) WHERE (role = 'operator'::text);
CREATE INDEX verification_by_identifier ON auth.verification USING btree (identifier);
CREATE INDEX verification_by_value ON auth.verification USING btree (value);
CREATE UNIQUE INDEX automatic_payout_runs_once ON b0.automatic_payout_runs USING btree (period, merchant_id, environment);
CREATE INDEX automatic_payout_runs_ran_at ON b0.automatic_payout_runs USING btree (ran_at);
CREATE INDEX automatic_payouts_due ON b0.automatic_payouts USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE UNIQUE INDEX balance_adjustments_by_id ON b0.balance_adjustments USING btree (id);
CREATE INDEX balance_adjustments_of_hold ON b0.balance_adjustments USING btree (hold_id) WHERE (hold_id IS NOT NULL);
CREATE INDEX balance_hold_movements_of_hold ON b0.balance_hold_movements USING btree (hold_id, merchant_id, environment);
CREATE INDEX balance_holds_open ON b0.balance_holds USING btree (merchant_id, environment, id) WHERE (status = 'open'::text);
CREATE INDEX balance_holds_uncovered ON b0.balance_holds USING btree (merchant_id, environment, created_at, id) WHERE (wanted_centavos > blocked_centavos);
CREATE INDEX charge_cancellations_due ON b0.charge_cancellations USING btree (due_at);
CREATE INDEX charge_days_by_day ON b0.charge_days USING btree (environment, day);
CREATE INDEX charge_drafts_due ON b0.charge_drafts USING btree (due_at);
CREATE INDEX charge_splits_received ON b0.charge_splits USING btree (recipient_id, environment, charge_id);
CREATE INDEX charges_by_end_to_end_id ON b0.charges USING btree (end_to_end_id, merchant_id, environment) WHERE (end_to_end_id IS NOT NULL);
CREATE INDEX charges_by_external_id ON b0.charges USING btree (external_id, merchant_id, environment, id) WHERE (external_id IS NOT NULL);
CREATE INDEX charges_by_instant ON b0.charges USING btree (created_at);
CREATE INDEX charges_by_status ON b0.charges USING btree (status, merchant_id, environment, id) WHERE (status <> 'paid'::text);
CREATE INDEX charges_due ON b0.charges USING btree (due_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX charges_renewed_from ON b0.charges USING btree (merchant_id, environment, renewed_from) WHERE (renewed_from IS NOT NULL);
CREATE UNIQUE INDEX debt_repayments_once ON b0.debt_repayments USING btree (credit_reference_id, credit_kind, merchant_id, environment);
CREATE INDEX dispute_defenses_due ON b0.dispute_defenses USING btree (due_at) WHERE (status = 'waiting'::text);
CREATE INDEX dispute_defenses_of_dispute ON b0.dispute_defenses USING btree (dispute_id, merchant_id, environment, id);
CREATE UNIQUE INDEX dispute_defenses_once ON b0.dispute_defenses USING btree (dispute_id, merchant_id, environment) WHERE (status <> 'failed'::text);
CREATE INDEX dispute_return_parts_of_bearer ON b0.dispute_return_parts USING btree (id, bearer_id, environment);
CREATE INDEX dispute_returns_of_dispute ON b0.dispute_returns USING btree (dispute_id, merchant_id, environment, id);
CREATE UNIQUE INDEX dispute_returns_once ON b0.dispute_returns USING btree (end_to_end_id, return_id, merchant_id, environment);
CREATE UNIQUE INDEX dispute_returns_once_by_refund ON b0.dispute_returns USING btree (end_to_end_id, refund_id, merchant_id, environment) WHERE (refund_id IS NOT NULL);
CREATE INDEX dispute_shares_of_bearer ON b0.dispute_shares USING btree (bearer_id, environment, id);
CREATE INDEX disputes_by_status ON b0.disputes USING btree (status, merchant_id, environment, id);
CREATE INDEX disputes_of_all ON b0.disputes USING btree (environment, id);
CREATE INDEX disputes_of_all_by_status ON b0.disputes USING btree (status, environment, id);
CREATE UNIQUE INDEX disputes_of_bank ON b0.disputes USING btree (bank_dispute_id, bank, merchant_id) WHERE (bank_dispute_id IS NOT NULL);
CREATE INDEX disputes_of_charge ON b0.disputes USING btree (charge_id, merchant_id, environment, id);
CREATE INDEX disputes_to_claim ON b0.disputes USING btree (id) WHERE ((closed_at IS NULL) AND ((claimed_centavos + returned_centavos) < amount_centavos));
CREATE INDEX disputes_to_defend ON b0.disputes USING btree (defense_due_at) WHERE (status = 'open'::text);
CREATE INDEX disputes_to_return ON b0.disputes USING btree (bank, id) WHERE ((status = 'accepted'::text) AND (claimed_centavos > 0));
CREATE INDEX fee_days_by_day ON b0.fee_days USING btree (environment, day);
CREATE INDEX incoming_payment_assignments_of_payment ON b0.incoming_payment_assignments USING btree (end_to_end_id);
CREATE UNIQUE INDEX incoming_payment_assignments_one_open ON b0.incoming_payment_assignments USING btree (end_to_end_id) WHERE (undone_at IS NULL);
CREATE INDEX incoming_payment_returns_of_assignment ON b0.incoming_payment_returns USING btree (assignment_id) WHERE (assignment_id IS NOT NULL);
CREATE UNIQUE INDEX incoming_payment_returns_once_by_refund ON b0.incoming_payment_returns USING btree (end_to_end_id, refund_id) WHERE (refund_id IS NOT NULL);
CREATE INDEX incoming_payments_by_instant ON b0.incoming_payments USING btree (received_at);
CREATE INDEX incoming_payments_in_suspense ON b0.incoming_payments USING btree (end_to_end_id) WHERE (state = 'suspense'::text);
CREATE INDEX late_bank_payments_by_id ON b0.late_bank_payments USING btree (id);
CREATE INDEX late_bank_payments_unseen ON b0.late_bank_payments USING btree (found_at) WHERE (seen_at IS NULL);
CREATE INDEX ledger_verified_scopes_by_turn ON b0.ledger_verified_scopes USING btree (fully_verified_at);
CREATE INDEX payment_link_holds_of_link ON b0.payment_link_holds USING btree (merchant_id, environment, link_id);
CREATE UNIQUE INDEX payment_links_by_id ON b0.payment_links USING btree (id);
CREATE INDEX payment_notice_cursors_due ON b0.payment_notice_cursors USING btree (due_at);
CREATE INDEX payout_approval_calls_called ON b0.payout_approval_calls USING btree (called_at);
CREATE INDEX payout_approvals_expiring ON b0.payout_approvals USING btree (expires_at) WHERE (status = 'waiting'::text);
CREATE INDEX payout_approvals_of_batch ON b0.payout_approvals USING btree (batch_id, merchant_id, environment) WHERE (batch_id IS NOT NULL);
CREATE INDEX payout_approvals_to_ask ON b0.payout_approvals USING btree (ask_at) WHERE ((status = 'waiting'::text) AND (ask_at IS NOT NULL));
CREATE INDEX payout_approvals_waiting ON b0.payout_approvals USING btree (merchant_id, environment, payout_id) WHERE ((status = 'waiting'::text) AND (batch_id IS NULL));
CREATE INDEX payout_batches_awaiting ON b0.payout_batches USING btree (merchant_id, environment, id) WHERE (status = 'awaiting_approval'::text);
CREATE INDEX payout_batches_unconfirmed ON b0.payout_batches USING btree (created_at) WHERE (status = 'checked'::text);
CREATE INDEX payout_beneficiaries_list ON b0.payout_beneficiaries USING btree (merchant_id, environment, id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX payout_beneficiaries_saved ON b0.payout_beneficiaries USING btree (saved_key, merchant_id, environment);
CREATE INDEX payout_beneficiary_totals_starts_on ON b0.payout_beneficiary_totals USING btree (starts_on);
CREATE INDEX payout_notices_due ON b0.payout_notices USING btree (due_at);
CREATE INDEX payout_returns_by_id ON b0.payout_returns USING btree (id);
CREATE INDEX payout_totals_starts_on ON b0.payout_totals USING btree (starts_on);
CREATE INDEX payouts_at_bank ON b0.payouts USING btree (id) WHERE ((status = 'pending'::text) AND (environment = 'live'::text) AND (uncertain_at IS NOT NULL));
CREATE INDEX payouts_by_end_to_end_id ON b0.payouts USING btree (end_to_end_id, merchant_id, environment) WHERE (end_to_end_id IS NOT NULL);
CREATE INDEX payouts_by_status ON b0.payouts USING btree (status, merchant_id, environment, id) WHERE (status <> 'paid'::text);
CREATE INDEX payouts_check_due ON b0.payouts USING btree (check_due_at) WHERE (check_due_at IS NOT NULL);
CREATE INDEX payouts_due ON b0.payouts USING btree (due_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX payouts_external_id ON b0.payouts USING btree (external_id, merchant_id, environment) WHERE ((external_id IS NOT NULL) AND (NOT is_external_id_released));
CREATE INDEX payouts_held ON b0.payouts USING btree (id) WHERE ((status = 'pending'::text) AND (held_at IS NOT NULL));
CREATE INDEX payouts_live_by_id ON b0.payouts USING btree (id) WHERE (environment = 'live'::text);
CREATE INDEX payouts_live_by_instant ON b0.payouts USING btree (created_at) WHERE (environment = 'live'::text);
CREATE INDEX payouts_live_failed ON b0.payouts USING btree (created_at) WHERE ((environment = 'live'::text) AND (status = 'failed'::text));
CREATE INDEX payouts_live_paid ON b0.payouts USING btree (paid_at) WHERE ((environment = 'live'::text) AND (paid_at IS NOT NULL));
CREATE INDEX payouts_never_sent ON b0.payouts USING btree (merchant_id) WHERE ((status = 'pending'::text) AND (environment = 'live'::text) AND (uncertain_at IS NULL) AND (held_at IS NULL) AND (released_at IS NULL));
CREATE UNIQUE INDEX payouts_of_batch ON b0.payouts USING btree (batch_id, batch_line, merchant_id, environment) WHERE (batch_id IS NOT NULL);
CREATE INDEX payouts_paid_destinations ON b0.payouts USING btree (pix_key, merchant_id, environment) WHERE (status = 'paid'::text);
CREATE INDEX payouts_reversed ON b0.payouts USING btree (id) WHERE ((resolution = 'reversed'::text) AND (reversal_seen_at IS NULL));
CREATE INDEX payouts_stopped ON b0.payouts USING btree (environment, merchant_id) WHERE ((status = 'pending'::text) AND (stopped_at IS NOT NULL));
CREATE INDEX payouts_unconfirmed ON b0.payouts USING btree (resolved_at) WHERE ((resolution = ANY (ARRAY['paid'::text, 'not_paid'::text])) AND (resolution_confirmed_at IS NULL));
CREATE INDEX payouts_unsent ON b0.payouts USING btree (environment, merchant_id) WHERE ((status = 'pending'::text) AND (uncertain_at IS NULL) AND (stopped_at IS NULL));
CREATE UNIQUE INDEX product_images_by_id ON b0.product_images USING btree (id);
CREATE INDEX refund_allocations_borne ON b0.refund_allocations USING btree (recipient_id, environment, refund_id);
CREATE INDEX refunds_at_bank ON b0.refunds USING btree (id) WHERE ((status = 'pending'::text) AND (environment = 'live'::text) AND (uncertain_at IS NOT NULL));
CREATE INDEX refunds_by_end_to_end_id ON b0.refunds USING btree (end_to_end_id);
CREATE INDEX refunds_check_due ON b0.refunds USING btree (check_due_at) WHERE (check_due_at IS NOT NULL);
CREATE INDEX refunds_due ON b0.refunds USING btree (due_at) WHERE (status = 'pending'::text);
CREATE INDEX refunds_held ON b0.refunds USING btree (id) WHERE ((status = 'pending'::text) AND (held_at IS NOT NULL));
CREATE INDEX refunds_live_by_id ON b0.refunds USING btree (id) WHERE (environment = 'live'::text);
CREATE INDEX refunds_live_done ON b0.refunds USING btree (done_at) WHERE ((environment = 'live'::text) AND (done_at IS NOT NULL));
CREATE INDEX refunds_live_failed ON b0.refunds USING btree (created_at) WHERE ((environment = 'live'::text) AND (status = 'failed'::text));
CREATE INDEX refunds_never_sent ON b0.refunds USING btree (merchant_id) WHERE ((status = 'pending'::text) AND (environment = 'live'::text) AND (uncertain_at IS NULL) AND (held_at IS NULL) AND (released_at IS NULL));
CREATE INDEX refunds_of_charge ON b0.refunds USING btree (charge_id, merchant_id, environment, id);
CREATE INDEX refunds_reversed ON b0.refunds USING btree (id) WHERE ((resolution = 'reversed'::text) AND (reversal_seen_at IS NULL));
CREATE INDEX refunds_unconfirmed ON b0.refunds USING btree (resolved_at) WHERE ((resolution = ANY (ARRAY['paid'::text, 'not_paid'::text])) AND (resolution_confirmed_at IS NULL));
CREATE INDEX request_records_expiry ON b0.request_records USING btree (recorded_at);
CREATE INDEX set_aside_work_due ON b0.set_aside_work USING btree (kind, next_try_at);
CREATE INDEX settlement_parts_of_settlement ON b0.settlement_parts USING btree (settlement_id, merchant_id, environment);
CREATE INDEX settlement_refunds_of_refund ON b0.settlement_refunds USING btree (refund_id, merchant_id, environment);
CREATE INDEX settlements_due ON b0.settlements USING btree (due_on, id) WHERE ((status = 'waiting'::text) AND (test_clock_id IS NULL));
CREATE UNIQUE INDEX settlements_next ON b0.settlements USING btree (merchant_id, environment, due_on, test_clock_id) NULLS NOT DISTINCT WHERE (status = 'waiting'::text);
CREATE INDEX test_clock_items_due ON b0.test_clock_items USING btree (clock_id, due_at);
CREATE INDEX test_clock_items_sent ON b0.test_clock_items USING btree (clock_id) WHERE is_under_way;
CREATE INDEX transfers_received ON b0.transfers USING btree (recipient_id, environment, id);
CREATE INDEX webhook_alarms_open ON b0.webhook_alarms USING btree (failing_since) WHERE (failing_since IS NOT NULL);
CREATE INDEX webhook_alarms_unmailed ON b0.webhook_alarms USING btree (failing_since) WHERE ((environment = 'live'::text) AND (failing_since IS NOT NULL) AND (mailed_at IS NULL));
CREATE INDEX webhook_deliveries_by_time ON ONLY b0.webhook_deliveries USING brin (created_at);
CREATE INDEX webhook_deliveries_due ON ONLY b0.webhook_deliveries USING btree (next_attempt_at) WHERE ((status = 'pending'::text) AND (waits_for IS NULL));
CREATE INDEX webhook_deliveries_in_trouble ON ONLY b0.webhook_deliveries USING btree (status, merchant_id, environment, event_id) WHERE ((status = 'failed'::text) OR ((status = 'pending'::text) AND (attempt_count > 0)));
CREATE INDEX webhook_deliveries_not_delivered ON ONLY b0.webhook_deliveries USING btree (endpoint_id, status, event_id, merchant_id, environment) WHERE ((status <> 'delivered'::text) AND (endpoint_id IS NOT NULL));
CREATE INDEX webhook_deliveries_of_endpoint ON ONLY b0.webhook_deliveries USING btree (endpoint_id, event_id, merchant_id, environment) WHERE (endpoint_id IS NOT NULL);
CREATE INDEX webhook_deliveries_retrying ON ONLY b0.webhook_deliveries USING btree (endpoint_id, event_id, merchant_id, environment) WHERE ((status = 'pending'::text) AND (attempt_count > 0) AND (endpoint_id IS NOT NULL));
CREATE INDEX webhook_deliveries_waiting ON ONLY b0.webhook_deliveries USING btree (waits_for, next_attempt_at) WHERE (waits_for IS NOT NULL);
CREATE INDEX webhook_endpoints_by_id ON b0.webhook_endpoints USING btree (id);
CREATE INDEX webhook_events_by_position ON ONLY b0.webhook_events USING btree (environment, merchant_id, "position") WHERE ("position" IS NOT NULL);
CREATE INDEX webhook_events_notable ON ONLY b0.webhook_events USING btree (environment, merchant_id, id) WHERE (kind = ANY (ARRAY['payout.paid'::text, 'payout.failed'::text, 'payout.returned'::text, 'payout.awaiting_approval'::text, 'payout.rejected'::text, 'dispute.opened'::text, 'dispute.closed'::text, 'balance.adjusted'::text]));
CREATE UNIQUE INDEX webhook_exams_at_once ON b0.webhook_exams USING btree (merchant_id) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_exams_by_id ON b0.webhook_exams USING btree (id);
CREATE INDEX webhook_exams_due ON b0.webhook_exams USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_exams_passed ON b0.webhook_exams USING btree (merchant_id, id) WHERE (status = 'passed'::text);
CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (actor_name, id);
CREATE INDEX audit_log_by_noun ON public.audit_log USING btree (split_part(action, '.'::text, 1), id);
CREATE INDEX audit_log_of_merchant ON public.audit_log USING btree (merchant_id, id);
CREATE INDEX bank_callbacks_due ON ONLY public.bank_callbacks USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX credential_usage_by_hour ON public.credential_usage USING btree (hour);
CREATE INDEX credentials_by_test_clock ON public.credentials USING btree (test_clock_id) WHERE (test_clock_id IS NOT NULL);
CREATE INDEX credentials_of_merchant ON public.credentials USING btree (merchant_id, environment);
CREATE INDEX incoming_payment_windows_due ON public.incoming_payment_windows USING btree (bank, due_at);
CREATE INDEX incoming_payment_windows_open ON public.incoming_payment_windows USING btree (bank, purpose, from_at);
CREATE INDEX kyc_applications_by_id ON public.kyc_applications USING btree (application_id, merchant_id);
CREATE INDEX kyc_applications_queue ON public.kyc_applications USING btree (status, status_since, application_id);
CREATE INDEX ledger_verifications_open ON public.ledger_verifications USING btree (id) WHERE (status <> 'done'::text);
CREATE INDEX mails_by_recipient ON public.mails USING btree (recipient, id);
CREATE INDEX mails_by_status ON public.mails USING btree (status, id);
CREATE INDEX mails_due ON public.mails USING btree (next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX merchant_views_expiry ON public.merchant_views USING btree (expires_at);
CREATE INDEX merchant_views_merchant ON public.merchant_views USING btree (merchant_id);
CREATE INDEX merchants_by_status ON public.merchants USING btree (status, merchant_id);
CREATE INDEX merchants_by_words ON public.merchants USING gin (public.search_words(((((username || ' '::text) || name) || ' '::text) || document)));
CREATE INDEX merchants_in_bucket ON public.merchants USING btree (bucket_id, merchant_id);
CREATE UNIQUE INDEX merchants_one_sandbox ON public.merchants USING btree (is_sandbox) WHERE is_sandbox;
CREATE INDEX merchants_suspended ON public.merchants USING btree (merchant_id) WHERE (status = 'suspended'::text);
CREATE INDEX notification_preferences_summaries ON public.notification_preferences USING btree (summarised_day, user_id) WHERE ((kind = 'daily_summary'::text) AND is_enabled);
CREATE INDEX operator_proposals_expiring ON public.operator_proposals USING btree (expires_at) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX operator_proposals_one_a_subject ON public.operator_proposals USING btree (subject, kind) WHERE ((state = 'waiting'::text) AND (kind <> 'balance_adjustment'::text));
CREATE INDEX operator_proposals_waiting ON public.operator_proposals USING btree (id) WHERE (state = 'waiting'::text);
CREATE INDEX reconciliation_reports_due ON public.reconciliation_reports USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX restorations_open ON public.restorations USING btree (confirmed_at) NULLS NOT DISTINCT WHERE (confirmed_at IS NULL);
CREATE INDEX test_clocks_busy ON public.test_clocks USING btree (leased_until NULLS FIRST) WHERE (status <> 'ready'::text);
CREATE INDEX test_clocks_of_merchant ON public.test_clocks USING btree (merchant_id, id);
CREATE INDEX test_clocks_old ON public.test_clocks USING btree (delete_after) WHERE (status = 'ready'::text);
CREATE INDEX unreadable_payments_open ON public.unreadable_payments USING btree (bank, item) WHERE (resolved_at IS NULL);
CREATE INDEX unrequested_refunds_by_booking ON public.unrequested_refunds USING btree (bank, booked_at) WHERE (booking = 'booked'::text);
CREATE INDEX unrequested_refunds_by_day ON public.unrequested_refunds USING btree (bank, day);
CREATE INDEX unrequested_refunds_by_finding ON public.unrequested_refunds USING btree (bank, found_at);
CREATE INDEX unrequested_refunds_to_book ON public.unrequested_refunds USING btree (booking_due_at) WHERE ((booking = 'waiting'::text) AND (status = 'done'::text));
CREATE TRIGGER invitations_legal_transition BEFORE UPDATE OF status ON auth.invitations FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_illegal_transition('pending > accepted', 'pending > revoked');
CREATE TRIGGER user_platform_has_admin_delete AFTER DELETE ON auth."user" FOR EACH ROW WHEN ((old."operatorRole" = 'admin'::text)) EXECUTE FUNCTION public.refuse_platform_without_admin();
CREATE TRIGGER user_platform_has_admin_update AFTER UPDATE OF "operatorRole" ON auth."user" FOR EACH ROW WHEN (((old."operatorRole" = 'admin'::text) AND (new."operatorRole" IS DISTINCT FROM 'admin'::text))) EXECUTE FUNCTION public.refuse_platform_without_admin();
CREATE TRIGGER user_team_has_owner_delete AFTER DELETE ON auth."user" FOR EACH ROW WHEN ((old."memberRole" = 'owner'::text)) EXECUTE FUNCTION public.refuse_team_without_owner();
CREATE TRIGGER user_team_has_owner_insert AFTER INSERT ON auth."user" FOR EACH ROW WHEN (((new.role = 'merchant'::text) AND (new."memberRole" <> 'owner'::text))) EXECUTE FUNCTION public.refuse_team_without_owner();
CREATE TRIGGER user_team_has_owner_update AFTER UPDATE OF "memberRole", "merchantId", role ON auth."user" FOR EACH ROW WHEN (((old."memberRole" = 'owner'::text) AND ((new."memberRole" IS DISTINCT FROM 'owner'::text) OR (new."merchantId" IS DISTINCT FROM old."merchantId")))) EXECUTE FUNCTION public.refuse_team_without_owner();
CREATE TRIGGER balance_adjustments_append_only BEFORE DELETE OR UPDATE ON b0.balance_adjustments FOR EACH STATEMENT EXECUTE FUNCTION public.balance_adjustments_refuse_change();
CREATE TRIGGER balance_adjustments_append_only_truncate BEFORE TRUNCATE ON b0.balance_adjustments FOR EACH STATEMENT EXECUTE FUNCTION public.balance_adjustments_refuse_change();
CREATE TRIGGER balance_hold_movements_append_only BEFORE UPDATE ON b0.balance_hold_movements FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER balance_hold_movements_append_only_truncate BEFORE TRUNCATE ON b0.balance_hold_movements FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER balance_hold_movements_kept AFTER DELETE ON b0.balance_hold_movements REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_deleted_postings();
CREATE TRIGGER balance_holds_legal_transition BEFORE UPDATE OF status ON b0.balance_holds FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_illegal_transition('open > closed');
CREATE TRIGGER charge_splits_legal_transition BEFORE UPDATE OF status ON b0.charge_splits FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_illegal_transition('pending > paid', 'pending > canceled', 'canceled > paid', 'paid > partially_refunded', 'paid > refunded', 'partially_refunded > refunded');
CREATE TRIGGER charges_keep_disputed BEFORE DELETE ON b0.charges FOR EACH ROW WHEN ((old.dispute_count > 0)) EXECUTE FUNCTION public.keep_disputed_charge();
CREATE TRIGGER charges_legal_transition BEFORE UPDATE OF status ON b0.charges FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_illegal_transition('pending > paid', 'pending > expired', 'pending > canceled', 'expired > paid', 'canceled > paid', 'paid > partially_refunded', 'paid > refunded', 'partially_refunded > refunded');
CREATE TRIGGER debt_repayments_append_only BEFORE DELETE OR UPDATE ON b0.debt_repayments FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER debt_repayments_append_only_truncate BEFORE TRUNCATE ON b0.debt_repayments FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER debts_append_only BEFORE DELETE OR UPDATE ON b0.debts FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER debts_append_only_truncate BEFORE TRUNCATE ON b0.debts FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER dispute_defenses_legal_transition BEFORE UPDATE OF status ON b0.dispute_defenses FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_illegal_transition('waiting > sent', 'waiting > failed');
CREATE TRIGGER dispute_returns_matched_once BEFORE UPDATE ON b0.dispute_returns FOR EACH ROW EXECUTE FUNCTION public.dispute_returns_refuse_change();
CREATE TRIGGER disputes_legal_transition BEFORE UPDATE OF status ON b0.disputes FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_illegal_transition('open > in_defense', 'in_defense > open', 'open > accepted', 'open > rejected', 'open > canceled', 'in_defense > accepted', 'in_defense > rejected', 'in_defense > canceled');
CREATE TRIGGER incoming_payment_assignments_undone_once BEFORE DELETE OR UPDATE ON b0.incoming_payment_assignments FOR EACH ROW EXECUTE FUNCTION public.incoming_payment_assignments_refuse_change();
CREATE TRIGGER incoming_payment_returns_append_only BEFORE DELETE OR UPDATE ON b0.incoming_payment_returns FOR EACH STATEMENT EXECUTE FUNCTION public.incoming_payment_returns_refuse_change();
CREATE TRIGGER incoming_payment_returns_append_only_truncate BEFORE TRUNCATE ON b0.incoming_payment_returns FOR EACH STATEMENT EXECUTE FUNCTION public.incoming_payment_returns_refuse_change();
CREATE TRIGGER incoming_payments_legal_transition BEFORE UPDATE OF state ON b0.incoming_payments FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION public.incoming_payments_refuse_transition('suspense > charge', 'suspense > assigned', 'suspense > returned', 'assigned > suspense');
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE ON b0.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER ledger_entries_append_only_truncate BEFORE TRUNCATE ON b0.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER ledger_entries_kept AFTER DELETE ON b0.ledger_entries REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_deleted_entries();
CREATE TRIGGER ledger_entries_zero_sum AFTER INSERT ON b0.ledger_entries REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_check_zero_sum();
CREATE TRIGGER ledger_openings_sandbox BEFORE INSERT OR UPDATE ON b0.ledger_openings FOR EACH ROW EXECUTE FUNCTION public.ledger_check_opening();
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE ON b0.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER ledger_postings_append_only_truncate BEFORE TRUNCATE ON b0.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER ledger_postings_kept AFTER DELETE ON b0.ledger_postings REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_deleted_postings();
CREATE TRIGGER payout_approvals_legal_transition BEFORE UPDATE OF status ON b0.payout_approvals FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_illegal_transition('waiting > approved', 'waiting > rejected', 'waiting > expired');
CREATE TRIGGER payout_batches_legal_transition BEFORE UPDATE OF status ON b0.payout_batches FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_illegal_transition('checked > awaiting_approval', 'checked > released', 'awaiting_approval > released', 'awaiting_approval > rejected');
CREATE TRIGGER payouts_legal_transition BEFORE UPDATE OF status ON b0.payouts FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND (NOT ((old.status = 'failed'::text) AND (new.status = 'paid'::text) AND new.is_late)))) EXECUTE FUNCTION public.refuse_illegal_transition('awaiting_approval > pending', 'awaiting_approval > failed', 'pending > paid', 'pending > failed');
CREATE TRIGGER refunds_legal_transition BEFORE UPDATE OF status ON b0.refunds FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND (NOT ((old.status = 'failed'::text) AND (new.status = 'done'::text) AND new.is_late)))) EXECUTE FUNCTION public.refuse_illegal_transition('pending > done', 'pending > failed');
CREATE TRIGGER settlements_final BEFORE UPDATE ON b0.settlements FOR EACH ROW WHEN ((old.status = 'settled'::text)) EXECUTE FUNCTION public.settlements_refuse_late_change();
CREATE TRIGGER settlements_legal_transition BEFORE UPDATE OF status ON b0.settlements FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_illegal_transition('waiting > settled');
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER audit_log_append_only_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse_change();
CREATE TRIGGER operator_proposals_decided_once BEFORE DELETE OR UPDATE ON public.operator_proposals FOR EACH ROW EXECUTE FUNCTION public.operator_proposals_refuse_change();
CREATE TRIGGER test_clocks_forward BEFORE UPDATE ON public.test_clocks FOR EACH ROW WHEN (((new.now_at < old.now_at) OR (new.started_at <> old.started_at) OR (new.merchant_id <> old.merchant_id))) EXECUTE FUNCTION public.test_clocks_refuse_going_back();
ALTER TABLE ONLY auth.account
    ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY auth.invitations
    ADD CONSTRAINT invitations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);
ALTER TABLE ONLY auth.password_resets
    ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY auth.session
    ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY auth."twoFactor"
    ADD CONSTRAINT "twoFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY auth."user"
    ADD CONSTRAINT "user_merchantId_fkey" FOREIGN KEY ("merchantId") REFERENCES public.merchants(merchant_id);
ALTER TABLE ONLY b0.balance_hold_movements
    ADD CONSTRAINT balance_hold_movements_merchant_id_environment_hold_id_fkey FOREIGN KEY (merchant_id, environment, hold_id) REFERENCES b0.balance_holds(merchant_id, environment, id);
ALTER TABLE ONLY b0.incoming_payment_assignments
    ADD CONSTRAINT incoming_payment_assignments_end_to_end_id_fkey FOREIGN KEY (end_to_end_id) REFERENCES b0.incoming_payments(end_to_end_id);
ALTER TABLE ONLY b0.incoming_payment_returns
    ADD CONSTRAINT incoming_payment_returns_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES b0.incoming_payment_assignments(id);
ALTER TABLE ONLY b0.incoming_payment_returns
    ADD CONSTRAINT incoming_payment_returns_end_to_end_id_fkey FOREIGN KEY (end_to_end_id) REFERENCES b0.incoming_payments(end_to_end_id);
ALTER TABLE ONLY b0.settlement_parts
    ADD CONSTRAINT settlement_parts_merchant_id_environment_settlement_id_fkey FOREIGN KEY (merchant_id, environment, settlement_id) REFERENCES b0.settlements(merchant_id, environment, id);
ALTER TABLE ONLY b0.settlement_refunds
    ADD CONSTRAINT settlement_refunds_merchant_id_environment_charge_id_kind_fkey FOREIGN KEY (merchant_id, environment, charge_id, kind) REFERENCES b0.settlement_parts(merchant_id, environment, charge_id, kind);
ALTER TABLE ONLY public.bucket_migrations
    ADD CONSTRAINT bucket_migrations_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES public.buckets(bucket_id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_test_clock_id_fkey FOREIGN KEY (test_clock_id) REFERENCES public.test_clocks(id);
ALTER TABLE ONLY public.kyc_applications
    ADD CONSTRAINT kyc_applications_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);
ALTER TABLE ONLY public.kyc_documents
    ADD CONSTRAINT kyc_documents_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.kyc_applications(merchant_id);
ALTER TABLE ONLY public.kyc_submissions
    ADD CONSTRAINT kyc_submissions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.kyc_applications(merchant_id);
ALTER TABLE ONLY public.merchant_views
    ADD CONSTRAINT merchant_views_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES public.buckets(bucket_id);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_moves_to_fkey FOREIGN KEY (moves_to) REFERENCES public.buckets(bucket_id);
ALTER TABLE ONLY public.notice_visits
    ADD CONSTRAINT notice_visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.notification_preferences
    ADD CONSTRAINT notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.test_clocks
    ADD CONSTRAINT test_clocks_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);
REVOKE ALL ON FUNCTION public.delete_sandbox_charges(before_id uuid, rows_max bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.delete_sandbox_disputes(rows_max bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.delete_sandbox_events(rows_max bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.delete_sandbox_postings(rows_max bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.drop_expired_partition(in_bucket text, of_table text, before timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.make_partitions(in_bucket text, at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.mark_sandbox_checkpoint(now_at timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.open_sandbox_ledger(before timestamp with time zone) FROM PUBLIC;
GRANT SELECT ON TABLE b0.schema_migrations TO PUBLIC;
