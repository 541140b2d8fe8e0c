-- In each bucket: the fees that each ledger scope paid on each day in Brasília. The postings add to
-- it, so the revenue of the platform is read without reading entries.

create table fee_days (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  -- Negative when more fees were given back than earned, in centavos.
  fees_centavos bigint not null,
  primary key (merchant_id, environment, day)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- Days of the platform are read over all merchants. No update changes these columns.
create index fee_days_by_day on fee_days (environment, day);
create index charge_days_by_day on charge_days (environment, day);

-- The deleted entries of the sandbox count on the day of their opening.
insert into fee_days (merchant_id, environment, day, fees_centavos)
select merchant_id, environment, day, sum(centavos)
from (
  select e.merchant_id, e.environment,
    (e.created_at at time zone 'America/Sao_Paulo')::date as day, e.amount_centavos as centavos
  from ledger_entries e
  left join ledger_openings o on (o.merchant_id, o.environment, o.account)
    = (e.merchant_id, e.environment, e.account)
  where e.account = 'fees' and e.sequence > coalesce(o.entry_count, 0)
  union all
  select merchant_id, environment, (opened_at at time zone 'America/Sao_Paulo')::date,
    balance_centavos
  from ledger_openings where account = 'fees'
) fees
group by merchant_id, environment, day;

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table fee_days add constraint fee_days_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;
