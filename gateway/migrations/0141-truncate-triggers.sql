-- Citus does not create a trigger on the tables of a node if the trigger covers `truncate` beside other
-- events, and reports no error. So each such trigger becomes two, and the ledger's guard stays.

do $$
declare
  one record;
begin
  for one in
    select t.tgname as name, t.tgrelid::regclass as owner, t.tgfoid::regproc as action,
      concat_ws(' or ', case when t.tgtype & 4 <> 0 then 'insert' end,
        case when t.tgtype & 8 <> 0 then 'delete' end,
        case when t.tgtype & 16 <> 0 then 'update' end) as events
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    -- The bits of a trigger's type: 2 before, 4 insert, 8 delete, 16 update, 32 truncate.
    where not t.tgisinternal and t.tgtype & 32 <> 0 and t.tgtype & (4 | 8 | 16) <> 0
      -- Citus has such triggers on tables of its own.
      and (n.nspname in ('public', 'auth') or n.nspname ~ '^b[0-9]+$')
    order by 2, 1
  loop
    execute format('drop trigger %I on %s', one.name, one.owner);
    execute format('create trigger %I before %s on %s for each statement execute function %s()',
      one.name, one.events, one.owner, one.action);
    execute format('create trigger %I before truncate on %s for each statement execute function %s()',
      one.name || '_truncate', one.owner, one.action);
  end loop;
end
$$;
