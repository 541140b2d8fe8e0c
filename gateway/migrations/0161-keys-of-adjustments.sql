-- A request key adjusts one balance only, though each bucket has adjustments of its own.
create table balance_adjustment_keys (request_key text primary key);

do $$
declare
  bucket text;
begin
  for bucket in select bucket_id from public.buckets loop
    execute format('insert into public.balance_adjustment_keys (request_key)
      select request_key from %I.balance_adjustments where request_key is not null
      on conflict do nothing', bucket);
  end loop;
end
$$;
