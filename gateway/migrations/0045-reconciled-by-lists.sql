-- Reconciliation compares a day in parts. Parts without discrepancies are saved until the day's report
-- is made, so that it doesn't start again from the first part when the bank stops answering.
create table reconciliation_parts (
  bank text not null,
  day date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  made_at timestamptz not null,
  received_count bigint not null,
  payout_count bigint not null,
  refund_count bigint not null,
  primary key (bank, day, from_at)
);

-- The bank's list of sent payouts has only their ids, without the merchant.
create index payouts_live_by_id on payouts (id) where environment = 'live';
