-- In each bucket. Live recurrences of the Central Bank's API: the change that the bank is asked for,
-- and the id of a location at the bank.

alter table subscription_recurrences add column change json;
alter table subscription_locations add column bank_id bigint;
