-- In each bucket: what lives in the time of a test clock, and when it is due by that clock. The rows
-- themselves hide from the work that goes by the real time: a charge, payout or refund is due at
-- 'infinity', a delivery waits in a lane of its own, and a settlement names its clock. So that work
-- reads neither this table nor more rows than before.

create table test_clock_items (
  merchant_id uuid not null,
  environment text not null check (environment = 'test'),
  kind text not null check (kind in ('charge', 'payout', 'refund', 'settlement', 'delivery')),
  id uuid not null,
  -- The event of a delivery.
  event_id uuid,
  clock_id uuid not null,
  -- By the clock; null when nothing is due.
  due_at timestamptz,
  -- Whether a delivery was given to the worker of deliveries: the clock waits for its result.
  is_under_way boolean not null default false,
  primary key (merchant_id, environment, kind, id),
  constraint test_clock_items_event check ((kind = 'delivery') = (event_id is not null)),
  constraint test_clock_items_under_way check (not is_under_way or kind = 'delivery')
);

create index test_clock_items_due on test_clock_items (clock_id, due_at);
create index test_clock_items_sent on test_clock_items (clock_id) where is_under_way;

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table test_clock_items add constraint test_clock_items_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;

-- Not valid: no old row has a clock, so old rows need not be read.
alter table webhook_deliveries add column test_clock_id uuid;
alter table webhook_deliveries add constraint webhook_deliveries_clock_is_of_test
  check (test_clock_id is null or environment = 'test') not valid;

alter table settlements add column test_clock_id uuid;
alter table settlements add constraint settlements_clock_is_of_test
  check (test_clock_id is null or environment = 'test');
drop index settlements_next;
create unique index settlements_next on settlements (merchant_id, environment, due_on, test_clock_id)
  nulls not distinct where status = 'waiting';
drop index settlements_due;
create index settlements_due on settlements (due_on, id)
  where status = 'waiting' and test_clock_id is null;
