-- The key pair that created a charge, a payout or a refund; null when a person created it in the
-- panel. It has no index, so that creation stays fast: lists filter by it in a bounded number of rows.
alter table charges add column client_id text;
alter table payouts add column client_id text;
alter table refunds add column client_id text;
