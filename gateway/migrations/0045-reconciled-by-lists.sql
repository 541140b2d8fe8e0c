-- Reconciliation compares a day in parts. A part without differences is kept until the day's report is made,
-- so that a bank that stops answering doesn't make it start from the beginning.
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

-- The bank's list of sent payouts names them by their ids alone.
create index payouts_live_by_id on payouts (id) where environment = 'live';
