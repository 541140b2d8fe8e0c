-- In each bucket. The approver of a payout sees the last payouts to its Pix key.
drop index payouts_paid_destinations;
create index payouts_paid_destinations on payouts (pix_key, merchant_id, environment, id)
  where status = 'paid';
