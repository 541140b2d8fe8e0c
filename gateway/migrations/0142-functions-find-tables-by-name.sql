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
