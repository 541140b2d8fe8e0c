-- In each bucket: the requests of keys that are watched, kept for some minutes. A record has nothing
-- of a body, of a query or of a header.

create table request_records (
  merchant_id uuid not null,
  client_id text not null,
  -- The database's time of the write. Readers look back by it, because a request that began earlier
  -- may be written later.
  recorded_at timestamptz not null default now(),
  -- The X-Request-Id. It holds the instant at which the request began.
  id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  method text not null,
  path text not null,
  -- The operationId of the API document; null for a route that doesn't exist.
  operation text,
  status bigint not null,
  duration_ms bigint not null,
  is_replay boolean not null,
  code text,
  -- How many other requests of the key were left out of this write, because there were too many.
  omitted bigint not null,
  primary key (merchant_id, client_id, recorded_at, id)
);

create index request_records_expiry on request_records (recorded_at);

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table request_records add constraint request_records_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;
