-- In each bucket: what is searched of a merchant's older live charges and payouts, packed by a worker.
-- A search by name, document or amount reads it from the newest chunk to the oldest. Indexes of names
-- and documents on the tables themselves would make each charge dearer; this costs creation nothing.

-- PostgreSQL 15 doesn't let `create table` choose the storage, and Citus doesn't change it in the
-- table of a bucket that is on a node: these two columns are copied from another table.
create temporary table uncompressed (ids bytea, lines text) on commit drop;
alter table uncompressed
  alter column ids set storage external,
  alter column lines set storage external;

create table search_chunks (
  merchant_id uuid not null,
  -- Ids of the test environment may be those of a test clock, so older ones may still appear.
  environment text not null check (environment = 'live'),
  type text not null check (type in ('charge', 'payout')),
  -- The chunk has all ids of the scope from `from_id` to before `before_id`. The first chunk of a
  -- scope begins at the smallest id, and each other one where the last one ends.
  from_id uuid not null,
  before_id uuid not null,
  -- `ids`: newest first, 16 bytes each. Not compressed, so that one is read alone.
  -- `lines`: a line for each id, in the same order: name, document and amount in the form in which
  -- they are searched. Not compressed: a search reads it as fast as it can be copied.
  like uncompressed including storage,
  primary key (merchant_id, environment, type, before_id)
);
alter table search_chunks alter column ids set not null, alter column lines set not null;

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table search_chunks add constraint search_chunks_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;
