-- Indexes for statements that would otherwise read a whole table or a whole index.

-- A bank's call-back names a payout without its merchant: the payout is found by the instant in its
-- id, as charges are (0012).
create index payouts_live_by_instant on payouts (created_at) where environment = 'live';

-- Operators' commands name an endpoint by its id only.
create index webhook_endpoints_by_id on webhook_endpoints (id);

-- Every start checks whether there is an operator.
create index user_operators on auth."user" ("role") where "role" = 'operator';

-- Rows older than two days are deleted every hour.
create index credential_usage_by_hour on credential_usage (hour);
