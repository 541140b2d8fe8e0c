-- Idempotency keys live for 24 hours, in a partition a day.
insert into partitioned_tables (table_name, bounded_by, days_in_partition, partitions_ahead) values
  ('idempotency_keys', 'date', 1, 3);
