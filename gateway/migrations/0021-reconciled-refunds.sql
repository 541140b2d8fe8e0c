-- Refunds are compared with the bank too: which ended on a day, and which are of a payment.

create index refunds_live_done on refunds (done_at)
  where environment = 'live' and done_at is not null;
create index refunds_live_failed on refunds (created_at)
  where environment = 'live' and status = 'failed';
create index refunds_by_end_to_end_id on refunds (end_to_end_id);
