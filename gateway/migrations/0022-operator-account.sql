-- The account of money that moves at the bank and belongs to no merchant: bank fees, earnings that the
-- operator withdraws, money that the operator deposits. It is in the platform's own ledger scope.
alter table ledger_accounts drop constraint ledger_accounts_account_check,
  add constraint ledger_accounts_account_check check (account in
    ('available', 'reserved', 'fees', 'bank', 'sandbox_adjustments', 'suspense', 'operator'));
