-- In each bucket: daily totals of refunds, updated by the transactions in which refunds end. The home
-- page sums them, because counting all refunds at every visit would be too slow. Days are those of
-- Brasília.

create table refund_days (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  -- Count and sum of the refunds that were done on this day.
  refunded_count bigint not null check (refunded_count >= 0),
  refunded_centavos bigint not null check (refunded_centavos >= 0),
  primary key (merchant_id, environment, day)
) with (fillfactor = 50);

alter table refund_days set (autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000);

insert into refund_days (merchant_id, environment, day, refunded_count, refunded_centavos)
select merchant_id, environment, (done_at at time zone 'America/Sao_Paulo')::date, count(*),
  sum(amount_centavos)
from refunds
where status = 'done'
group by 1, 2, 3;

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table refund_days add constraint refund_days_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;
