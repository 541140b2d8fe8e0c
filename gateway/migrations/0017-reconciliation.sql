-- The daily comparison with the bank, and what it found. A day that is compared again keeps its row,
-- which tells how the day stands now; who asked for it stands in the audit log.

create table reconciliation_reports (
  bank text not null,
  -- By Brasília's clocks.
  day date not null,
  -- When a worker makes it; while one does, when another may. Null when nothing is to be done.
  due_at timestamptz,
  -- Why the last try came to nothing.
  failure text,
  made_at timestamptz,
  is_clean boolean,
  -- What was compared.
  received_count bigint,
  payout_count bigint,
  -- What is at the bank by the bank itself; null for one that only receives.
  bank_balance_centavos bigint,
  ledger_balance_centavos bigint,
  -- Payouts that the bank may have taken, and payments that the ledger may not have yet.
  outbound_in_transit_centavos bigint,
  inbound_in_transit_centavos bigint,
  discrepancy_count bigint,
  -- The first of them.
  lines json,
  primary key (bank, day),
  check ((made_at is null) = (is_clean is null)),
  check ((made_at is null) = (lines is null)),
  check (is_clean = (discrepancy_count = 0)),
  check (due_at is not null or made_at is not null)
);

create index reconciliation_reports_due on reconciliation_reports (due_at) where due_at is not null;

-- Which live payouts ended on a day.
create index payouts_live_paid on payouts (paid_at)
  where environment = 'live' and paid_at is not null;
create index payouts_live_failed on payouts (created_at)
  where environment = 'live' and status = 'failed';
