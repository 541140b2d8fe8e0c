-- Indexes for statements that would read a whole table or a whole index without them.

-- A bank's call-back names a payout without its merchant: the instant in the id finds the row, as it
-- does for charges (0012).
create index payouts_live_by_instant on payouts (created_at) where environment = 'live';

-- An operator acts on an endpoint by its id alone.
create index webhook_endpoints_by_id on webhook_endpoints (id);

-- Every start asks whether there is an operator.
create index user_operators on auth."user" ("role") where "role" = 'operator';

-- What is older than two days is forgotten every hour.
create index credential_usage_by_hour on credential_usage (hour);
