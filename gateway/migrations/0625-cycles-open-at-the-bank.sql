-- In each bucket. The charges of cycles that the bank has not ended long after their due date are
-- counted for an alert and listed for operators.

create index subscription_bank_cycles_open on subscription_bank_cycles (due_on)
  where status in ('created', 'active') and wanted = 'exists';
