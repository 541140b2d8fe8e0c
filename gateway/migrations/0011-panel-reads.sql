-- Reads of the panel: charges and payouts by their end-to-end id, recent failures, and daily totals,
-- because counting a million charges at every visit would be too slow.

create index charges_by_end_to_end_id on charges (end_to_end_id, merchant_id, environment)
  where end_to_end_id is not null;
create index payouts_by_end_to_end_id on payouts (end_to_end_id, merchant_id, environment)
  where end_to_end_id is not null;
create index payouts_by_status on payouts (status, merchant_id, environment, id)
  where status <> 'paid';
-- A delivery that succeeds at its first attempt is never in this index.
create index webhook_deliveries_in_trouble
  on webhook_deliveries (status, merchant_id, environment, event_id)
  where status = 'failed' or (status = 'pending' and attempt_count > 0);

-- Daily totals of paid charges, updated by the transactions that pay charges: these already hold the
-- locks of their merchant's ledger. Days are those of Brasília.
create table charge_days (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  -- Count and sum of the payments received on this day.
  paid_count bigint not null default 0 check (paid_count >= 0),
  paid_centavos bigint not null default 0 check (paid_centavos >= 0),
  -- The number of charges created on this day that were paid, on any day.
  created_paid_count bigint not null default 0 check (created_paid_count >= 0),
  primary key (merchant_id, environment, day)
) with (fillfactor = 50);

-- The number of charges created on each day. The creation of a charge doesn't update it, so that it
-- stays fast: a read counts the charges since the last read and saves the sum here.
create table created_charge_counts (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  created_count bigint not null check (created_count >= 0),
  -- All charges of the day with smaller ids are in the sum.
  counted_before_id uuid not null,
  primary key (merchant_id, environment, day)
);

insert into charge_days (merchant_id, environment, day, paid_count, paid_centavos,
  created_paid_count)
select merchant_id, environment, day, sum(paid), sum(centavos), sum(created_paid)
from charges
cross join lateral (values
  ((paid_at at time zone 'America/Sao_Paulo')::date, 1, amount_centavos, 0),
  ((created_at at time zone 'America/Sao_Paulo')::date, 0, 0::bigint, 1)
) as change (day, paid, centavos, created_paid)
where status = 'paid'
group by merchant_id, environment, day;
