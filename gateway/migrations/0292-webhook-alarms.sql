-- In each bucket: webhooks whose deliveries fail, so that members are told once.

create table webhook_alarms (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  endpoint_id uuid not null,
  -- Since when it fails; null when it works again.
  failing_since timestamptz,
  mailed_at timestamptz,
  primary key (merchant_id, environment, endpoint_id)
);

create index webhook_alarms_open on webhook_alarms (failing_since)
  where failing_since is not null;
create index webhook_alarms_unmailed on webhook_alarms (failing_since)
  where environment = 'live' and failing_since is not null and mailed_at is null;

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table webhook_alarms add constraint webhook_alarms_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;
