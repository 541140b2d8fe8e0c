-- The partitions of the log of requests: one a day, as many in advance as of idempotency keys.

insert into partitioned_tables (table_name, bounded_by, days_in_partition, partitions_ahead) values
  ('request_log', 'id', 1, 3);
