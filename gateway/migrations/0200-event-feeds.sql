-- In each bucket: the events of a merchant in an environment are a feed. A reader follows it by the
-- position of each event, so positions must become visible in their order. An id or an instant is
-- made before its transaction commits: a reader may have passed one that is committed later. Here the
-- transaction that inserts events first counts up the row of their feed and holds its lock until it
-- commits. So the next transaction gets the next positions after the commit, and a rollback leaves
-- no gap.

create table event_feeds (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The position of the newest event. The first one has 1.
  last_position bigint not null check (last_position > 0),
  primary key (merchant_id, environment)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table event_feeds add constraint event_feeds_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;

-- Null in events from before this migration, which are in no feed.
alter table webhook_events add column position bigint;

create index webhook_events_by_position on webhook_events (environment, merchant_id, position)
  where position is not null;
