-- Which key pair asked for a charge, a payout or a refund; null for what a person made at the panel.
-- Without an index: lists filter by it inside a window of rows, so that creating costs no more.
alter table charges add column client_id text;
alter table payouts add column client_id text;
alter table refunds add column client_id text;
