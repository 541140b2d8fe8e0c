-- The question to a merchant's approval server is a column of the approval. It was a job before.

-- When the server may be asked next, by the database's clock, which all processes share; null when
-- there is no server. A process that asks moves it to the end of its lease.
alter table payout_approvals add column ask_at timestamptz;

create index payout_approvals_to_ask on payout_approvals (ask_at)
  where status = 'waiting' and ask_at is not null;

update payout_approvals a set ask_at = now()
where status = 'waiting' and exists (
  select from payout_approval_servers s
  where (s.merchant_id, s.environment) = (a.merchant_id, a.environment));
