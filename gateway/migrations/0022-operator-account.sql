-- What moves at the bank and is no merchant's: its tariffs, earnings that the operator takes out, money that
-- the operator puts in. The account stands in the platform's own book.
alter table ledger_accounts drop constraint ledger_accounts_account_check,
  add constraint ledger_accounts_account_check check (account in
    ('available', 'reserved', 'fees', 'bank', 'sandbox_adjustments', 'suspense', 'operator'));
