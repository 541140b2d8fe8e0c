-- The page of a charge or payout says which fees were in force when it was created.
create index audit_log_of_fees on audit_log (merchant_id, id)
  where action = 'merchant.fee_changed';
