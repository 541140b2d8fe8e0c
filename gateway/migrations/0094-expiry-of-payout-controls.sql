-- The worker deletes old questions to approval servers and old totals of limits.
create index payout_approval_calls_called on payout_approval_calls (called_at);
create index payout_totals_starts_on on payout_totals (starts_on);
