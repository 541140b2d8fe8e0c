-- On a cluster the test clocks are on one server and the keys on all of them. Citus refuses a foreign
-- key with `on delete set null` between them, so the program unbinds the keys of a clock it deletes.

do $$
begin
  -- A database that was made by an older version has the action still.
  if exists (
    select from pg_constraint where conname = 'credentials_test_clock_id_fkey'
      and conrelid = 'public.credentials'::regclass and confdeltype = 'n'
  ) then
    alter table public.credentials drop constraint credentials_test_clock_id_fkey;
    alter table public.credentials add constraint credentials_test_clock_id_fkey
      foreign key (test_clock_id) references public.test_clocks;
  end if;
end
$$;
