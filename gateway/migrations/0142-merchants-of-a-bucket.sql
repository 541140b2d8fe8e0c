-- The verification of the ledger lists the merchants of a bucket in the order of their ids, some
-- hundred at a time. With an index on the bucket alone it read and sorted all of them each time.
create index merchants_in_bucket on merchants (bucket_id, merchant_id);
drop index merchants_by_bucket;
