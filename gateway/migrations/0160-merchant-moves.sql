-- A merchant can move to another bucket. Meanwhile its changes are refused with 503. The column is
-- committed before the move, so a move that was interrupted is seen and continued.
alter table merchants add column moves_to text references buckets;
