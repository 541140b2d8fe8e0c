-- The daily comparison with the bank, and its discrepancies. A new comparison of a day replaces the
-- results in its row; the audit log has the person who asked for it.

create table reconciliation_reports (
  bank text not null,
  -- A day of Brasília.
  day date not null,
  -- When a worker makes the report; while one does, when its claim expires. Null when it is made.
  due_at timestamptz,
  -- Why the last attempt failed.
  failure text,
  made_at timestamptz,
  is_clean boolean,
  -- The number of items that were compared.
  received_count bigint,
  payout_count bigint,
  -- The balance that the bank reports; null for a bank that only receives.
  bank_balance_centavos bigint,
  ledger_balance_centavos bigint,
  -- Payouts that the bank may have debited, and payments that may not be in the ledger yet.
  outbound_in_transit_centavos bigint,
  inbound_in_transit_centavos bigint,
  discrepancy_count bigint,
  -- The first discrepancies.
  lines json,
  primary key (bank, day),
  check ((made_at is null) = (is_clean is null)),
  check ((made_at is null) = (lines is null)),
  check (is_clean = (discrepancy_count = 0)),
  check (due_at is not null or made_at is not null)
);

create index reconciliation_reports_due on reconciliation_reports (due_at) where due_at is not null;

-- For the live payouts that ended on a day.
create index payouts_live_paid on payouts (paid_at)
  where environment = 'live' and paid_at is not null;
create index payouts_live_failed on payouts (created_at)
  where environment = 'live' and status = 'failed';
