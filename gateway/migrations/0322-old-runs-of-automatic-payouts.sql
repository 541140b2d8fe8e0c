-- In each bucket: an index by which old runs of automatic payouts are deleted. Above an amount there can
-- be one every minute.
create index automatic_payout_runs_ran_at on automatic_payout_runs (ran_at);
