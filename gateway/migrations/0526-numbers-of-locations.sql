-- Counts the blocks of numbers that processes took for the ids of locations.
alter table installation add column location_blocks bigint not null default 0;
