-- The bodies of these functions were bound to the tables of their day. Citus renames a table when it
-- places it on a node, and the function would then read a part that the cluster keeps for itself. As
-- text, a body finds its tables by name.

create or replace function public.sandbox_merchant() returns uuid language sql stable as $$
  select merchant_id from public.merchants where is_sandbox
$$;

-- The sandbox is in b0.
create or replace function public.may_be_deleted(
  of_merchant uuid, in_environment text, happened_at timestamptz
) returns boolean language sql stable as $$
  select exists (
    select from b0.ledger_openings
    where merchant_id = of_merchant and environment = in_environment
      and happened_at <= opened_at + interval '10 minutes'
  )
$$;

-- Citus can't join the rows of a trigger with a table that it has placed, and a trigger may read tables
-- of its own node only. So the triggers ask the openings of their bucket, once for each account or
-- merchant: all deleted rows are covered if the last one is.
create or replace function public.ledger_refuse_deleted_entries() returns trigger
language plpgsql as $$
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
$$;

create or replace function public.ledger_refuse_deleted_postings() returns trigger
language plpgsql as $$
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
$$;

-- Citus refuses to insert what a statement selects from a bucket's table, but not from a `with`.
create or replace function public.mark_sandbox_checkpoint(now_at timestamptz) returns boolean
language plpgsql security definer set search_path = b0, public, pg_temp as $$
begin
  if exists (select from sandbox_checkpoints where at > now_at - interval '1 hour') then
    return false;
  end if;
  perform from ledger_accounts where merchant_id = sandbox_merchant() and environment = 'test'
    order by account for update;
  with accounts as materialized (
    select account, entry_count, balance_centavos from ledger_accounts
    where merchant_id = sandbox_merchant() and environment = 'test'
  )
  insert into sandbox_checkpoints (at, account, entry_count, balance_centavos)
  select now_at, account, entry_count, balance_centavos from accounts
  on conflict do nothing;
  return found;
end
$$;

create or replace function public.open_sandbox_ledger(before timestamptz) returns void
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
