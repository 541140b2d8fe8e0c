-- New partitions of deliveries have the free space that 0693 gave to those that exist.
update partitioned_tables set storage_parameters = 'fillfactor = 35'
where table_name = 'webhook_deliveries';
