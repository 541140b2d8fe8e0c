-- What the panel asks for: charges and payouts by their end-to-end id, what failed lately, and the
-- sums of each day, which counting a million charges at every visit would be too slow for.

create index charges_by_end_to_end_id on charges (end_to_end_id, merchant_id, environment)
  where end_to_end_id is not null;
create index payouts_by_end_to_end_id on payouts (end_to_end_id, merchant_id, environment)
  where end_to_end_id is not null;
create index payouts_by_status on payouts (status, merchant_id, environment, id)
  where status <> 'paid';
-- A delivery that succeeds at once never enters it.
create index webhook_deliveries_in_trouble
  on webhook_deliveries (status, merchant_id, environment, event_id)
  where status = 'failed' or (status = 'pending' and attempt_count > 0);

-- Kept by the transactions that create and pay charges. A day is Brasília's. Each row is one of
-- several parts of its day, of which a transaction picks one, so that those of one merchant don't
-- wait for each other; the sums of a day are the sums over its parts.
create table charge_days (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  part bigint not null check (part >= 0),
  -- Of the charges created on this day: how many, and how many of them were paid, whenever.
  created_count bigint not null default 0,
  created_paid_count bigint not null default 0,
  -- Of the payments that came on this day.
  paid_count bigint not null default 0,
  paid_centavos bigint not null default 0,
  primary key (merchant_id, environment, day, part),
  check (created_paid_count >= 0 and paid_count >= 0 and paid_centavos >= 0)
) with (fillfactor = 50);

insert into charge_days (merchant_id, environment, day, part, created_count, created_paid_count,
  paid_count, paid_centavos)
select merchant_id, environment, day, 0, sum(created), sum(created_paid), sum(paid), sum(centavos)
from charges
cross join lateral (values
  ((created_at at time zone 'America/Sao_Paulo')::date, 1, (status = 'paid')::int, 0, 0::bigint),
  ((paid_at at time zone 'America/Sao_Paulo')::date, 0, 0, 1, amount_centavos)
) as change (day, created, created_paid, paid, centavos)
where day is not null
group by merchant_id, environment, day;
