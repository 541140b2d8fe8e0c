-- Counts the events of a share, which its recipient gets.

alter table charge_splits add column event_count bigint not null default 0;
